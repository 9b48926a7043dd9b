import type { Context } from 'hono'
import type { AuthContext } from '#server/auth/auth-context.ts'
import { readSubject, readToken, requireUserIn, type SignedIn } from '#server/auth/bearer/bearer.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { lockName } from '#server/auth/identities/link-queries.ts'
import { hasVerifiedFactor } from '#server/auth/users/account.ts'
import { isUuid } from '#server/auth/uuid.ts'
import type { Env } from '#server/deps.ts'
import type { Tx } from '#server/pg/db.ts'
import { factorOf, type StoredFactor } from './factor-queries.ts'

/** Guesses at one factor: fifteen a minute, and wrong ones a hundred a day. */
const perMinute = { period: 4, burst: 30 }
const perDay = { period: 864, burst: 100 }

/** Somebody without an address has nothing to protect. @throws AuthError 403 no_authorization */
export function requirePerson({ account }: SignedIn): void {
	if (account.is_anonymous)
		throw new AuthError(
			403,
			'no_authorization',
			'Anonymous user not allowed to perform these actions',
		)
}

/**
 * The caller and the factor of theirs that the address names. Who comes with the same account's factors waits: of two that
 * are proven at the same time the second is judged by what the first changed. The account itself stays free, because a
 * hook that is asked meanwhile may have it changed.
 * @throws AuthError 404, also for a stranger's factor
 */
export async function requireFactor(
	context: AuthContext,
	c: Context<Env>,
	tx: Tx,
): Promise<{ signedIn: SignedIn; factor: StoredFactor }> {
	const { userId } = readSubject(readToken(context, c))
	await tx.query(lockName(`factors ${userId}`))
	const signedIn = await requireUserIn(context, c, tx)
	requirePerson(signedIn)
	const id = c.req.param('id') ?? ''
	if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404)
	const [factor] = await tx.query<StoredFactor>(factorOf(signedIn.account.id, id))
	if (!factor) throw new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
	return { signedIn, factor }
}

/**
 * A factor that was only begun proves nothing once another is proven: whoever knew no more than the password could have
 * begun it before, and would raise themselves by it now.
 * @throws AuthError 403 insufficient_aal
 */
export function requireEqualProof({ account, session }: SignedIn, { status }: StoredFactor): void {
	if (status === 'unverified' && hasVerifiedFactor(account) && session?.aal !== 'aal2')
		throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
}

/** The session that a second factor can raise. @throws AuthError 403 for tokens of other makers, which have none */
export function requireSession({ session }: SignedIn): NonNullable<SignedIn['session']> {
	if (session) return session
	throw new AuthError(403, 'bad_jwt', 'invalid claim: session_id claim must be a UUID')
}

/**
 * Counts a guess at something of the caller's: whoever knows the password still has to guess, slowly, from however many
 * networks. Call it before a transaction holds a connection. The name carries the caller, so nobody spends another's guesses.
 * @returns what to call when the guess was right
 * @throws AuthError 429 over_request_rate_limit
 */
export async function countGuess(
	context: AuthContext,
	c: Context<Env>,
	what: string,
): Promise<() => Promise<void>> {
	const { limits } = context
	const { userId } = readSubject(readToken(context, c))
	await limits.request('factor', c.var.ip)
	const name = [userId, what]
	const wait =
		(await limits.take(['factor', ...name], perMinute)) ||
		(await limits.take(['factor-day', ...name], perDay))
	if (wait > 0)
		throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
			headers: { 'Retry-After': String(Math.ceil(wait)) },
		})
	return () => limits.giveBack(['factor-day', ...name], perDay)
}
