import type { AccountsContext } from '#platform/auth/accounts/accounts-context.ts'
import type { Aal, AmrEntry } from '#platform/auth/accounts/sessions/access-token.ts'
import { type Account, isBanned } from '#platform/auth/accounts/users/account.ts'
import { accountWithSession, lockUser } from '#platform/auth/accounts/users/user-queries.ts'
import { AuthError } from '#platform/auth/errors.ts'
import type { Requester } from '#platform/auth/requester.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { readBearer } from '#platform/http/request/caller.ts'
import { type TokenClaims, TokenError } from '#platform/keys/jwt.ts'
import type { Tx } from '#platform/pg/db.ts'
import { isUuid } from '#platform/uuid.ts'

/** The user of a valid bearer token, and its session; tokens of other issuers may name none. */
export type SignedIn = {
	account: Account
	session: { id: string; aal: Aal; amr: AmrEntry[]; createdAt: Date } | undefined
	claims: TokenClaims
}

type AccountWithSessionRow = Account & {
	session_id: string | null
	session_aal: Aal | null
	session_amr: AmrEntry[] | null
	session_created_at: Date | null
}

/** Verifies the bearer token without a database query. @throws AuthError 401 or 403 */
export async function readToken(context: AccountsContext, x: Pick<Requester, 'header'>): Promise<TokenClaims> {
	const bearer = readBearer(x.header('authorization') ?? null)
	if (!bearer) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
	try {
		return await context.verifyToken(bearer)
	} catch (error) {
		if (!(error instanceof TokenError)) throw error
		throw badToken(`invalid JWT: unable to parse or verify signature, ${error.message}`)
	}
}

/** The user and session ids of a user's token. @throws AuthError when it is not a user's token */
export function readSubject(claims: TokenClaims): { userId: string; sessionId: string | null } {
	const { sub, session_id: session } = claims
	if (sub === undefined || sub === '') throw badToken('invalid claim: missing sub claim')
	if (typeof sub !== 'string' || !isUuid(sub))
		throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
	if (session === undefined || session === '') return { userId: sub, sessionId: null }
	if (typeof session !== 'string' || !isUuid(session)) throw badToken('invalid claim: session_id claim must be a UUID')
	return { userId: sub, sessionId: session }
}

/**
 * Reads the signed-in user of a request in one round trip.
 * @throws AuthError 401 no_authorization; 403 bad_jwt, user_not_found, session_not_found or user_banned
 */
export async function requireUser(context: AccountsContext, x: Pick<Requester, 'header'>): Promise<SignedIn> {
	const claims = await readToken(context, x)
	const subject = readSubject(claims)
	const reading = accountWithSession(subject.userId, subject.sessionId)
	const [row] = await context.db.as(authServiceRole, (tx) => tx.final<AccountWithSessionRow>(reading), {
		readOnly: true,
	})
	return requireValidSession(row, subject.sessionId, claims)
}

/** Like requireUser, in a transaction that continues with writes. */
export async function requireUserInTransaction(
	context: AccountsContext,
	x: Pick<Requester, 'header'>,
	tx: Tx,
): Promise<SignedIn> {
	const claims = await readToken(context, x)
	const subject = readSubject(claims)
	const [row] = await tx.query<AccountWithSessionRow>(accountWithSession(subject.userId, subject.sessionId))
	return requireValidSession(row, subject.sessionId, claims)
}

/**
 * Like requireUserInTransaction, with the account locked until the transaction ends: its owner may have reclaimed it
 * since an earlier check, and nothing may be written after that.
 */
export async function requireLockedUser(
	context: AccountsContext,
	x: Pick<Requester, 'header'>,
	tx: Tx,
): Promise<SignedIn> {
	await tx.query(lockUser(readSubject(await readToken(context, x)).userId))
	return requireUserInTransaction(context, x, tx)
}

function requireValidSession(
	row: AccountWithSessionRow | undefined,
	sessionId: string | null,
	claims: TokenClaims,
): SignedIn {
	if (!row) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
	if (sessionId && !row.session_id)
		throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
	if (isBanned(row)) throw new AuthError(403, 'user_banned', 'User is banned')
	const { session_id: id, session_aal: aal, session_amr: amr, session_created_at: createdAt } = row
	const session = id && aal && amr && createdAt ? { id, aal, amr, createdAt } : undefined
	return { account: row, session, claims }
}

function badToken(message: string): AuthError {
	return new AuthError(403, 'bad_jwt', message)
}

/** The audience of a request that names none. */
export const defaultAudience = 'authenticated'

/** The audience that X-JWT-AUD names: users are found by email or phone only within it. */
export function requestedAudience(requester: Pick<Requester, 'header'>): string {
	return requester.header('x-jwt-aud') || defaultAudience
}

/**
 * Only administrators assign another audience, because services that verify tokens may rely on `aud`.
 * @throws AuthError 403 unexpected_audience
 */
export function requireDefaultAudience(requester: Pick<Requester, 'header'>): void {
	if (requestedAudience(requester) === defaultAudience) return
	const message = 'People of another audience are made by an administrator'
	throw new AuthError(403, 'unexpected_audience', message)
}
