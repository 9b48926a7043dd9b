import {
	readSubject,
	readToken,
	requireUserInTransaction,
	type SignedIn,
} from '#platform/auth/accounts/bearer/require-user.ts'
import { acquireAdvisoryLock } from '#platform/auth/accounts/identities/identity-queries.ts'
import { requireRecentProof } from '#platform/auth/accounts/sessions/recent-proof.ts'
import { hasVerifiedFactor } from '#platform/auth/accounts/users/account.ts'
import type { AuthContext } from '#platform/auth/auth-context.ts'
import { AuthError, invalid } from '#platform/auth/errors.ts'
import { tooManyRequests } from '#platform/auth/limits/rate-limit.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Tx } from '#platform/pg/db.ts'
import { isUuid } from '#platform/uuid.ts'
import { type StoredFactor, selectFactor } from './factor-queries.ts'

/** Limits of attempts at one factor: fifteen a minute, a hundred wrong ones a day. */
const attemptsPerMinute = { period: 4, burst: 30 }
const attemptsPerDay = { period: 864, burst: 100 }

/** Refuses anonymous users, who cannot have factors. @throws AuthError 403 no_authorization */
export function requireNotAnonymous({ account }: SignedIn): void {
	if (account.is_anonymous)
		throw new AuthError(403, 'no_authorization', 'Anonymous user not allowed to perform these actions')
}

/**
 * The caller and the factor that the path names. An advisory lock serializes requests for the factors of one user; the
 * account itself stays unlocked, because a hook may change it meanwhile.
 * @throws AuthError 404, also for another user's factor
 */
export async function requireFactor(
	context: AuthContext,
	x: Exchange,
	tx: Tx,
): Promise<{ signedIn: SignedIn; factor: StoredFactor }> {
	const { userId } = readSubject(await readToken(context, x))
	await tx.query(acquireAdvisoryLock(`factors ${userId}`))
	const signedIn = await requireUserInTransaction(context, x, tx)
	requireNotAnonymous(signedIn)
	const id = x.param('id')
	if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404)
	const [factor] = await tx.query<StoredFactor>(selectFactor(signedIn.account.id, id))
	if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	return { signedIn, factor }
}

/**
 * Refuses an unverified factor once another one is verified, unless the session is at aal2: someone who knew only the
 * password could have enrolled it before. Without another one, a recent proof is required.
 * @throws AuthError 403 insufficient_aal, 400 reauthentication_needed
 */
export function requireSameAal(context: AuthContext, signedIn: SignedIn, { status }: StoredFactor): void {
	if (status !== 'unverified') return
	requireRaisedSession(signedIn, 'AAL2 required to enroll a new factor')
	requireRecentProof(context, signedIn)
}

/** Refuses a session at aal1 of a user who has a verified factor. @throws AuthError 403 insufficient_aal */
export function requireRaisedSession({ account, session }: SignedIn, message: string): void {
	if (hasVerifiedFactor(account) && session?.aal !== 'aal2') throw new AuthError(403, 'insufficient_aal', message)
}

/** The session that a factor can raise. @throws AuthError 403 for tokens of other issuers, which have none */
export function requireSession({ session }: SignedIn): NonNullable<SignedIn['session']> {
	if (session) return session
	throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
}

/**
 * Limits attempts of a user across all networks, against an attacker who knows the password. Call it before a
 * transaction holds a connection. The user's id in the key keeps others from exhausting it.
 * @returns a function that refunds a correct attempt
 * @throws AuthError 429 over_request_rate_limit
 */
export async function countAttempt(context: AuthContext, x: Exchange, subject: string): Promise<() => Promise<void>> {
	const { limits } = context
	const { userId } = readSubject(await readToken(context, x))
	await limits.request('factor', x.ip)
	const name = [userId, subject]
	const wait =
		(await limits.consume(['factor', ...name], attemptsPerMinute)) ||
		(await limits.consume(['factor-day', ...name], attemptsPerDay))
	if (wait > 0) throw tooManyRequests(wait)
	return () => limits.refund(['factor-day', ...name], attemptsPerDay)
}
