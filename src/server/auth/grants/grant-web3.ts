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
import { checkSiws, refused, validityMilliseconds } from '#server/auth/web3/check-siws.ts'
import { parseSiws, SiwsError, type SiwsMessage } from '#server/auth/web3/siws.ts'
import { isSignedBy, readSignature } from '#server/auth/web3/solana-signature.ts'
import { spendMessage } from '#server/auth/web3/web3-queries.ts'
import type { Env } from '#server/deps.ts'

const body = z.object({ chain: text, message: text, signature: text })
const leastBytes = 64
const mostBytes = 20 * 1024
const provider = 'web3'

/** Signs in with a message that a Solana wallet signed (auth.md §6.4). */
export function web3Grant(context: AuthContext) {
	const { config, db, limits, redirects } = context
	return async (c: Context<Env>) => {
		if (!config.WEB3_SOLANA_ENABLED) throw disabled('Web3 provider is disabled')
		const given = await readBody(c, body)
		requireSolana(given.chain)
		await limits.request('web3', c.var.ip)
		const message = readSigned(given.message ?? '', given.signature ?? '')
		checkSiws(message, redirects.isAllowed)
		const opened = await db.as(authService, async (tx) => {
			const hash = createHash('sha256')
				.update(given.message ?? '')
				.digest()
			const until = new Date(message.issuedAt.getTime() + validityMilliseconds)
			if ((await tx.query(spendMessage(hash, until))).length === 0)
				throw refused('Signed Solana message was used already')
			const voucher = { name: provider, emailOptional: true }
			const userId = await linkAccount(context, c, tx, voucher, profileOf(message))
			return startSession(tx, c, userId, 'web3', { provider })
		})
		if (!opened) throw new Error('the signed-in user cannot be read back')
		return c.json(sessionJson(context, opened.account, opened.session, 0n))
	}
}

function requireSolana(chain: string | undefined): void {
	if (chain === 'ethereum') throw disabled('Ethereum Web3 provider is disabled')
	if (chain !== 'solana') throw new AuthError(400, 'web3_unsupported_chain', 'Unsupported chain')
}

/** @throws AuthError 400 for what is no message, OAuthError for one that the address did not sign */
function readSigned(text: string, signatureText: string): SiwsMessage {
	const length = Buffer.byteLength(text)
	if (length < leastBytes) throw invalid('message is too short')
	if (length > mostBytes) throw invalid('message must not exceed 20KB')
	const signature = readSignature(signatureText)
	if (!signature)
		throw invalid('signature must be 64 bytes encoded as base64 with or without padding')
	const message = parse(text)
	if (!isSignedBy(message.address, text, signature))
		throw refused('Signature does not match address in message')
	return message
}

function parse(text: string): SiwsMessage {
	try {
		return parseSiws(text)
	} catch (error) {
		throw error instanceof SiwsError ? invalid(error.message) : error
	}
}

function profileOf({ address, chainId, domain, statement }: SiwsMessage): Profile {
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

function disabled(message: string): AuthError {
	return new AuthError(422, 'web3_provider_disabled', message)
}
