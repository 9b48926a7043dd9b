import { randomUUID } from 'node:crypto'
import type { AuthContext } from '#server/auth/auth-context.ts'
import {
	type Aal,
	type AmrEntry,
	type AuthMethod,
	type SessionFacts,
	signAccessToken,
} from '#server/auth/bearer/access-token.ts'
import type { Asker } from '#server/auth/bearer/bearer.ts'
import { sourceOf } from '#server/auth/limits/sources.ts'
import { type Account, hasVerifiedFactor, userJson } from '#server/auth/users/account.ts'
import type { Config } from '#server/config.ts'
import { nameDevice } from '#server/mail/device.ts'
import type { Tx } from '#server/pg/db.ts'
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
 */
export async function startSession(
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
	const [account] = await tx.final<Account>(
		openSession(row, options.verifiedPassword ?? null, traits, source, notice),
	)
	return account && { session, account }
}

/** From where somebody signs in, and what they are told when that is new. */
function describeSource(asker: Asker, userId: string) {
	const { network, region } = sourceOf(asker.var.ip)
	const agent = userAgent(asker)
	const device = nameDevice(agent)
	return {
		source: {
			network: `network ${network}`,
			region: `region ${region}`,
			device: `device ${device ? `${device.browser}, ${device.system}` : ''}`,
		},
		notice: {
			userId,
			device: agent,
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
	const expiresIn = lifetimeOf(config, account, session)
	const { token, expiresAt } = signAccessToken(account, session, {
		issuer: `${config.SITE_URL}/auth/v1`,
		expiresIn,
		key: keys.signing,
	})
	return {
		access_token: token,
		token_type: 'bearer',
		expires_in: expiresIn,
		expires_at: expiresAt,
		refresh_token: refreshTokens.write({ session: session.id, counter }),
		user: userJson(account),
	}
}

/** Seconds. Who has a second factor and did not use it gets no token that outlives their session's grace (auth.md §5.3). */
function lifetimeOf(config: Config, account: Account, session: SessionFacts): number {
	const { JWT_EXPIRY: usual, SESSIONS_ALLOW_LOW_AAL: grace } = config
	if (!grace || session.aal !== 'aal1' || !hasVerifiedFactor(account)) return usual
	const age = session.createdAt ? (Date.now() - session.createdAt.getTime()) / 1000 : 0
	return Math.max(1, Math.min(usual, Math.ceil(grace - age)))
}
