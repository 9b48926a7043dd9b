import { randomUUID } from 'node:crypto'
import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import { type Account, hasVerifiedFactor, userJson } from '#platform/auth/accounts/users/account.ts'
import { clientNetworkOf } from '#platform/auth/limits/known-networks.ts'
import type { Requester } from '#platform/auth/requester.ts'
import type { Config } from '#platform/config/config.ts'
import { signToken } from '#platform/keys/jwt.ts'
import { parseUserAgent } from '#platform/mail/user-agent.ts'
import type { Tx } from '#platform/pg/db.ts'
import {
	type Aal,
	type AccessClaims,
	type AmrEntry,
	type AuthMethod,
	accessClaims,
	type SessionFacts,
} from './access-token.ts'
import { openSession } from './session-queries.ts'

/** A user read through a session. */
export type AccountOfSession = Account & {
	session_aal: Aal
	session_amr: AmrEntry[]
	refresh_counter: string
}

/** A session that was just opened, and its user. */
export type OpenedSession = { session: SessionFacts; account: Account }

/** The client's User-Agent, cut to 512 characters. */
export function userAgent(x: Pick<Requester, 'header'>): string {
	return (x.header('user-agent') ?? '').slice(0, 512)
}

/**
 * Opens a session as the last statement of a transaction and reads it back with its user.
 * @param options `verifiedPassword`: the hash that was just verified and must still be stored; `via`: the sign-in
 * method for the audit log, `email` by default; `notAfter`: the end that an identity provider set
 * @returns undefined when the user or that password is gone meanwhile
 * @throws AuthError when the custom-access-token hook refuses or fails: the session is not opened
 */
export async function startSession(
	context: AccountsContext,
	tx: Tx,
	requester: Requester,
	userId: string,
	method: AuthMethod,
	options: {
		verifiedPassword?: string
		provider?: string
		via?: 'email' | 'phone' | 'passkey' | 'anonymous'
		notAfter?: Date | null
	} = {},
): Promise<OpenedSession | undefined> {
	const entry: AmrEntry = { method, timestamp: Math.floor(Date.now() / 1000) }
	if (options.provider) entry.provider = options.provider
	const session: SessionFacts = { id: randomUUID(), aal: 'aal1', amr: [entry] }
	const notAfter = options.notAfter ?? null
	const row = {
		...session,
		userId,
		userAgent: userAgent(requester),
		ip: requester.ip,
		notAfter,
	}
	const traits = { provider: options.provider ?? options.via ?? 'email', method }
	const { source, notice } = describeSignInPlace(requester, userId)
	const { SESSIONS_SINGLE_PER_USER: single } = context.config
	const verified = options.verifiedPassword ?? null
	const opening = openSession(row, verified, traits, source, notice, single)
	if (!context.changeClaims) {
		const [account] = await tx.final<Account>(opening)
		return account && { session, account }
	}
	const [account] = await tx.query<Account>(opening)
	if (!account) return undefined
	await changeSessionClaims(context, account, session, method, { ip: requester.ip, tx })
	return { session, account }
}

/** Runs the custom-access-token hook, if there is one, before `sessionJson` signs. @throws AuthError as the hook */
export async function changeSessionClaims(
	{ config, changeClaims }: AccountsContext,
	account: Account,
	session: SessionFacts,
	...call: [method: AuthMethod | 'token_refresh', call: { ip: string; tx?: Tx }]
): Promise<void> {
	if (changeClaims) session.claims = await changeClaims(claimsOf(config, account, session), ...call)
}

/** Network, region and device of a request, in the form in which known places are stored. */
export function signInPlaceOf(requester: Requester) {
	const { network, region } = clientNetworkOf(requester.ip)
	const device = parseUserAgent(userAgent(requester))
	return {
		network: `network ${network}`,
		region: `region ${region}`,
		device: `device ${device ? `${device.browser}, ${device.system}` : ''}`,
	}
}

/** The place of a sign-in, and the payload of the notice about a new place. */
function describeSignInPlace(requester: Requester, userId: string) {
	return {
		source: signInPlaceOf(requester),
		notice: {
			userId,
			device: userAgent(requester),
			requestedAt: new Date().toISOString(),
			locale: requester.header('accept-language')?.slice(0, 500),
		},
	}
}

/** The token response of a sign-in or refresh. */
export function sessionJson(
	{ config, keys, refreshTokens }: AccountsContext,
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

/** The token response of a sign-in. @throws Error when the transaction could not read the user back */
export function openedSessionJson(context: AccountsContext, opened: OpenedSession | undefined) {
	if (!opened) throw new Error('the signed-in user cannot be read back')
	return sessionJson(context, opened.account, opened.session, 0n)
}

function claimsOf(config: Config, account: Account, session: SessionFacts): AccessClaims {
	const issuer = `${config.SITE_URL}/auth/v1`
	return accessClaims(account, session, { issuer, expiresIn: lifetimeOf(config, account, session) })
}

/** Seconds. A session at aal1 of a user with a second factor gets no token that outlives SESSIONS_ALLOW_LOW_AAL. */
function lifetimeOf(config: Config, account: Account, session: SessionFacts): number {
	const { JWT_EXPIRY: lifetime, SESSIONS_ALLOW_LOW_AAL: grace } = config
	if (!grace || session.aal !== 'aal1' || !hasVerifiedFactor(account)) return lifetime
	const age = session.createdAt ? (Date.now() - session.createdAt.getTime()) / 1000 : 0
	return Math.max(1, Math.min(lifetime, Math.ceil(grace - age)))
}
