import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { z } from 'zod'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { authService } from '#server/auth/bearer/service-role.ts'
import { readBody, text } from '#server/auth/body.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { linkAccount } from '#server/auth/identities/link-account.ts'
import type { Profile } from '#server/auth/openid/profile.ts'
import { sessionJson, startSession } from '#server/auth/sessions/sessions.ts'
import { type Chain, chains } from '#server/auth/web3/chains.ts'
import { checkMessage, refused, validityMilliseconds } from '#server/auth/web3/check-message.ts'
import {
	MessageError,
	parseMessage,
	type SignInMessage,
} from '#server/auth/web3/sign-in-message.ts'
import { spendMessage } from '#server/auth/web3/web3-queries.ts'
import type { Env } from '#server/deps.ts'

const body = z.object({ chain: text, message: text, signature: text })
const leastBytes = 64
const mostBytes = 20 * 1024
const provider = 'web3'

/** Signs in with a message that a Solana or Ethereum wallet signed (auth.md §6.4). */
export function web3Grant(context: AuthContext) {
	const { config, db, limits, redirects } = context
	const enabled = chains.filter((chain) => chain.isEnabled(config))
	return async (c: Context<Env>) => {
		if (enabled.length === 0) throw disabled('Web3 provider is disabled')
		const given = await readBody(c, body)
		const chain = findChain(enabled, given.chain)
		await limits.request('web3', c.var.ip)
		const message = readSigned(chain, given.message ?? '', given.signature ?? '')
		checkMessage(message, chain.dialect.name, redirects.isAllowed)
		const opened = await db.as(authService, async (tx) => {
			// The message is remembered, not its signature: who has one can make another that is as good.
			const hash = createHash('sha256')
				.update(given.message ?? '')
				.digest()
			const until = new Date(message.issuedAt.getTime() + validityMilliseconds)
			if ((await tx.query(spendMessage(hash, until))).length === 0)
				throw refused(`Signed ${chain.dialect.name} message was used already`)
			const voucher = { name: provider, emailOptional: true }
			const userId = await linkAccount(context, c, tx, voucher, profileOf(chain, message))
			return startSession(context, tx, c, userId, 'web3', { provider })
		})
		if (!opened) throw new Error('the signed-in user cannot be read back')
		return c.json(sessionJson(context, opened.account, opened.session, 0n))
	}
}

/** @throws AuthError 400 for one that we do not know, 422 for one that is not enabled */
function findChain(enabled: readonly Chain[], id: string | undefined): Chain {
	const chain = chains.find((known) => known.id === id)
	if (!chain) throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain')
	if (!enabled.includes(chain)) throw disabled(`${chain.dialect.name} Web3 provider is disabled`)
	return chain
}

/** @throws AuthError 400 for what is no message, OAuthError for one that the address did not sign */
function readSigned(chain: Chain, text: string, signatureText: string): SignInMessage {
	const length = Buffer.byteLength(text)
	if (length < leastBytes) throw invalid('message is too short')
	if (length > mostBytes) throw invalid('message must not exceed 20KB')
	const signature = chain.readSignature(signatureText)
	if (!signature) throw invalid(chain.notASignature)
	const message = parse(text, chain)
	if (!chain.isSignedBy(message.address, text, signature))
		throw refused('Signature does not match address in message')
	return message
}

function parse(text: string, { dialect }: Chain): SignInMessage {
	try {
		return parseMessage(text, dialect)
	} catch (error) {
		throw error instanceof MessageError ? invalid(error.message) : error
	}
}

function profileOf(chain: Chain, message: SignInMessage): Profile {
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

function disabled(message: string): AuthError {
	return new AuthError(422, 'web3_provider_disabled', message)
}
