import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openedSessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { linkAccount } from '#platform/auth/providers/linking/link-account.ts'
import type { ProviderProfile } from '#platform/auth/providers/linking/provider-profile.ts'
import { type Chain, chains } from '#platform/auth/providers/web3/chains.ts'
import {
	checkMessage,
	invalidGrant,
	MessageError,
	parseMessage,
	type SignInMessage,
	validityMilliseconds,
} from '#platform/auth/providers/web3/sign-in-message.ts'
import { insertUsedMessage } from '#platform/auth/providers/web3/web3-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { json } from '#platform/http/routing/answer.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'

const body = z.object({ chain: text, message: text, signature: text })
const minMessageBytes = 64
const maxMessageBytes = 20 * 1024
const provider = 'web3'

/** Signs in with a message signed by a Solana or Ethereum wallet. */
export function web3Grant(context: AuthContext) {
	const { config, db, limits, redirects } = context
	const enabled = chains.filter((chain) => chain.isEnabled(config))
	return async (x: Exchange) => {
		if (enabled.length === 0) throw web3Disabled('Web3 provider is disabled')
		const given = await readBody(x, body)
		const chain = findChain(enabled, given.chain)
		await limits.request('web3', x.ip)
		const message = parseSignedMessage(chain, given.message ?? '', given.signature ?? '')
		checkMessage(message, chain.dialect.name, redirects.isAllowed)
		const opened = await db.as(authServiceRole, async (tx) => {
			// The message is stored and not its signature, because signatures are malleable.
			const hash = createHash('sha256')
				.update(given.message ?? '')
				.digest()
			const until = new Date(message.issuedAt.getTime() + validityMilliseconds)
			if ((await tx.query(insertUsedMessage(hash, until))).length === 0)
				throw invalidGrant(`Signed ${chain.dialect.name} message was used already`)
			const voucher = { name: provider, emailOptional: true }
			const userId = await linkAccount(context, x, tx, voucher, profileOf(chain, message))
			return startSession(context, tx, x, userId, 'web3', { provider })
		})
		return json(openedSessionJson(context, opened))
	}
}

/** @throws AuthError 400 for an unknown chain, 422 for a disabled one */
function findChain(enabled: readonly Chain[], id: string | undefined): Chain {
	const chain = chains.find((known) => known.id === id)
	if (!chain) throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain')
	if (!enabled.includes(chain)) throw web3Disabled(`${chain.dialect.name} Web3 provider is disabled`)
	return chain
}

/** @throws AuthError 400 for a malformed message, OAuthError when the address did not sign it */
function parseSignedMessage(chain: Chain, text: string, signatureText: string): SignInMessage {
	const length = Buffer.byteLength(text)
	if (length < minMessageBytes) throw invalid('message is too short')
	if (length > maxMessageBytes) throw invalid('message must not exceed 20KB')
	const signature = chain.readSignature(signatureText)
	if (!signature) throw invalid(chain.notASignature)
	const message = parse(text, chain)
	if (!chain.isSignedBy(message.address, text, signature))
		throw invalidGrant('Signature does not match address in message')
	return message
}

function parse(text: string, { dialect }: Chain): SignInMessage {
	try {
		return parseMessage(text, dialect)
	} catch (error) {
		throw error instanceof MessageError ? invalid(error.message) : error
	}
}

function profileOf(chain: Chain, message: SignInMessage): ProviderProfile {
	const { address, chainId, domain, statement } = message
	const subject = `${provider}:${chain.id}:${address}`
	return {
		subject,
		email: undefined,
		emailVerified: false,
		otherEmails: [],
		data: {
			sub: subject,
			custom_claims: { address, chain: chain.id, network: chainId, domain, statement },
			email_verified: false,
			phone_verified: false,
		},
	}
}

function web3Disabled(message: string): AuthError {
	return new AuthError(422, 'web3_provider_disabled', message)
}
