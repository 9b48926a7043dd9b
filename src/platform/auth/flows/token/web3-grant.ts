import { createHash } from 'node:crypto'
import { z } from 'zod'
import { openedSessionJson, startSession } from '#platform/auth/accounts/sessions/sessions.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { readBody, text } from '#platform/auth/body.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { linkAccount } from '#platform/auth/providers/linking/link-account.ts'
import type { ProviderProfile } from '#platform/auth/providers/linking/provider-profile.ts'
import {
	checkMessage,
	invalidGrant,
	isSignedByKey,
	MessageError,
	parseEd25519Signature,
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

/** Signs in with a message signed by a Solana wallet. */
export async function web3Grant(context: AuthContext, x: Exchange) {
	const { config, db, limits, redirects } = context
	if (!config.WEB3_SOLANA_ENABLED) throw web3Disabled('Web3 provider is disabled')
	const input = await readBody(x, body)
	requireSolana(input.chain)
	await limits.request('web3', x.ip)
	const message = parseSignedMessage(input.message ?? '', input.signature ?? '')
	checkMessage(message, redirects.isAllowed)
	const opened = await db.as(authServiceRole, async (tx) => {
		// The message is stored and not its signature, because signatures are malleable.
		const hash = createHash('sha256')
			.update(input.message ?? '')
			.digest()
		const until = new Date(message.issuedAt.getTime() + validityMilliseconds)
		if ((await tx.query(insertUsedMessage(hash, until))).length === 0)
			throw invalidGrant('Signed Solana message was used already')
		const voucher = { name: provider, emailOptional: true }
		const userId = await linkAccount(context, x, tx, voucher, profileOf(message))
		return startSession(context, tx, x, userId, 'web3', { provider })
	})
	return json(openedSessionJson(context, opened))
}

/** @throws AuthError as Supabase answers for a chain that it does not know, and for one that is off */
function requireSolana(chain: string | undefined): void {
	if (chain === 'ethereum') throw web3Disabled('Ethereum Web3 provider is disabled')
	if (chain !== 'solana') throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain')
}

/** @throws AuthError 400 for a malformed message, OAuthError when the address did not sign it */
function parseSignedMessage(text: string, signatureText: string): SignInMessage {
	const length = Buffer.byteLength(text)
	if (length < minMessageBytes) throw invalid('message is too short')
	if (length > maxMessageBytes) throw invalid('message must not exceed 20KB')
	const signature = parseEd25519Signature(signatureText)
	if (!signature) throw invalid('signature must be 64 bytes encoded as base64 with or without padding')
	const message = parse(text)
	if (!isSignedByKey(message.address, text, signature))
		throw invalidGrant('Signature does not match address in message')
	return message
}

function parse(text: string): SignInMessage {
	try {
		return parseMessage(text)
	} catch (error) {
		throw error instanceof MessageError ? invalid(error.message) : error
	}
}

function profileOf(message: SignInMessage): ProviderProfile {
	const { address, chainId, domain, statement } = message
	const subject = `${provider}:solana:${address}`
	return {
		subject,
		email: undefined,
		emailVerified: false,
		otherEmails: [],
		data: {
			sub: subject,
			custom_claims: { address, chain: 'solana', network: chainId, domain, statement },
			email_verified: false,
			phone_verified: false,
		},
	}
}

function web3Disabled(message: string): AuthError {
	return new AuthError(422, 'web3_provider_disabled', message)
}
