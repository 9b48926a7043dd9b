import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#server/auth/auth-context.ts'
import {
	type Aal,
	type AccessClaims,
	type AmrEntry,
	type AuthMethod,
	accessClaims,
	type SessionFacts,
} from '#server/auth/bearer/access-token.ts'
import type { Asker } from '#server/auth/bearer/bearer.ts'
import type { HookCall } from '#server/auth/hooks/hooks.ts'
import { changeClaims } from '#server/auth/hooks/token-claims.ts'
import { sourceOf } from '#server/auth/limits/sources.ts'
import { type Account, hasVerifiedFactor, userJson } from '#server/auth/users/account.ts'
import type { Config } from '#server/config.ts'
import { nameDevice } from '#server/mail/device.ts'
import type { Tx } from '#server/pg/db.ts'
import { signToken } from '#server/tokens.ts'
import { openSession } from './session-queries.ts'

/** A user read through a session. */
export type SessionAccount = Account & {
	session_aal: Aal
	session_amr: AmrEntry[]
	refresh_counter: string
}

/** The device as it named itself, cut to a sane length. */
export function userAgent(c: Pick<Asker, 'req'>): string {
	return (c.req.header('user-agent') ?? '').slice(0, 512)
}

/**
 * Opens a session as the last act of a transaction and reads it back with its user.
 * @param verifiedPassword the stored hash that was just verified; the session opens only while it still stands
 * @param via by what the person is known here, for the log: their address unless it is said
 * @param notAfter when whoever vouched for the user wants the session to end
 * @returns nothing when the user or that password is gone meanwhile
 * @throws AuthError when the hook of access tokens refuses or fails: the session is not opened
 */
export async function startSession(
	context: AuthContext,
	tx: Tx,
	asker: Asker,
	userId: string,
	method: AuthMethod,
	options: {
		verifiedPassword?: string
		provider?: string
		via?: 'email' | 'phone' | 'passkey' | 'anonymous'
		notAfter?: Date | null
	} = {},
): Promise<{ session: SessionFacts; account: Account } | undefined> {
	const entry: AmrEntry = { method, timestamp: Math.floor(Date.now() / 1000) }
	if (options.provider) entry.provider = options.provider
	const session: SessionFacts = { id: randomUUID(), aal: 'aal1', amr: [entry] }
	const notAfter = options.notAfter ?? null
	const row = { ...session, userId, userAgent: userAgent(asker), ip: asker.var.ip, notAfter }
	const traits = { provider: options.provider ?? options.via ?? 'email', method }
	const { source, notice } = describeSource(asker, userId)
	const { SESSIONS_SINGLE_PER_USER: single } = context.config
	const verified = options.verifiedPassword ?? null
	const opening = openSession(row, verified, traits, source, notice, single)
	if (!context.hooks.customAccessToken) {
		const [account] = await tx.final<Account>(opening)
		return account && { session, account }
	}
	const [account] = await tx.query<Account>(opening)
	if (!account) return undefined
	await askForClaims(context, account, session, method, { ip: asker.var.ip, tx })
	return { session, account }
}

/** Where there is a hook of access tokens: lets it speak before `sessionJson` signs. @throws as changeClaims */
export async function askForClaims(
	context: AuthContext,
	account: Account,
	session: SessionFacts,
	method: AuthMethod | 'token_refresh',
	call: HookCall,
): Promise<void> {
	session.claims = await changeClaims(
		context,
		claimsOf(context.config, account, session),
		method,
		call,
	)
}

/** From where a request comes, in the words that a user's known places are kept in. */
export function placeOf(asker: Asker) {
	const { network, region } = sourceOf(asker.var.ip)
	const device = nameDevice(userAgent(asker))
	return {
		network: `network ${network}`,
		region: `region ${region}`,
		device: `device ${device ? `${device.browser}, ${device.system}` : ''}`,
	}
}

/** From where somebody signs in, and what they are told when that is new. */
function describeSource(asker: Asker, userId: string) {
	return {
		source: placeOf(asker),
		notice: {
			userId,
			device: userAgent(asker),
			requestedAt: new Date().toISOString(),
			locale: asker.req.header('accept-language')?.slice(0, 500),
		},
	}
}

/** The answer that carries tokens (auth.md §1.5). */
export function sessionJson(
	{ config, keys, refreshTokens }: AuthContext,
	account: Account,
	session: SessionFacts,
	counter: bigint,
) {
	const claims = session.claims ?? claimsOf(config, account, session)
	return {
		access_token: signToken(claims, keys.signing),
		token_type: 'bearer',
		expires_in: claims.exp - claims.iat,
		expires_at: claims.exp,
		refresh_token: refreshTokens.write({ session: session.id, counter }),
		user: userJson(account),
	}
}

function claimsOf(config: Config, account: Account, session: SessionFacts): AccessClaims {
	const issuer = `${config.SITE_URL}/auth/v1`
	return accessClaims(account, session, { issuer, expiresIn: lifetimeOf(config, account, session) })
}

/** Seconds. Who has a second factor and did not use it gets no token that outlives their session's grace (auth.md §5.3). */
function lifetimeOf(config: Config, account: Account, session: SessionFacts): number {
	const { JWT_EXPIRY: usual, SESSIONS_ALLOW_LOW_AAL: grace } = config
	if (!grace || session.aal !== 'aal1' || !hasVerifiedFactor(account)) return usual
	const age = session.createdAt ? (Date.now() - session.createdAt.getTime()) / 1000 : 0
	return Math.max(1, Math.min(usual, Math.ceil(grace - age)))
}
