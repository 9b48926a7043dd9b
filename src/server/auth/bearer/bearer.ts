import type { AuthContext } from '#server/auth/auth-context.ts'
import { AuthError } from '#server/auth/errors.ts'
import { type Account, isBanned } from '#server/auth/users/account.ts'
import { accountWithSession, lockUser } from '#server/auth/users/user-queries.ts'
import { isUuid } from '#server/auth/uuid.ts'
import { readBearer } from '#server/http/caller.ts'
import type { Tx } from '#server/pg/db.ts'
import { type TokenClaims, TokenError } from '#server/tokens.ts'
import type { Aal, AmrEntry } from './access-token.ts'
import { authService } from './service-role.ts'

/** What handlers need to know of a request, whichever door it came through; Hono's context is one. */
export type Asker = {
	req: { header(name: string): string | undefined }
	var: { ip: string }
}

/** The user behind a valid bearer token, and the session it speaks for (tokens of other makers may have none). */
export type SignedIn = {
	account: Account
	session: { id: string; aal: Aal; amr: AmrEntry[]; createdAt: Date } | undefined
	claims: TokenClaims
}

type Row = Account & {
	session_id: string | null
	session_aal: Aal | null
	session_amr: AmrEntry[] | null
	session_created_at: Date | null
}

/** Verifies the bearer token without asking the database. @throws AuthError 401 or 403 (auth.md §1.4) */
export function readToken(context: AuthContext, c: Pick<Asker, 'req'>): TokenClaims {
	const bearer = readBearer(c.req.header('authorization') ?? null)
	if (!bearer)
		throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
	try {
		return context.verifyToken(bearer)
	} catch (error) {
		if (!(error instanceof TokenError)) throw error
		throw badToken(`invalid JWT: unable to parse or verify signature, ${error.message}`)
	}
}

/** The ids that a user's token carries. @throws AuthError when it is no user's token */
export function readSubject(claims: TokenClaims): { userId: string; sessionId: string | null } {
	const { sub, session_id: session } = claims
	if (sub === undefined || sub === '') throw badToken('invalid claim: missing sub claim')
	if (typeof sub !== 'string' || !isUuid(sub))
		throw new AuthError(400, 'bad_jwt', 'invalid claim: sub claim must be a UUID')
	if (session === undefined || session === '') return { userId: sub, sessionId: null }
	if (typeof session !== 'string' || !isUuid(session))
		throw badToken('invalid claim: session_id claim must be a UUID')
	return { userId: sub, sessionId: session }
}

/**
 * The signed-in user of a request, read in one round trip.
 * @throws AuthError as in auth.md §1.4
 */
export function requireUser(context: AuthContext, c: Pick<Asker, 'req'>): Promise<SignedIn> {
	const claims = readToken(context, c)
	const subject = readSubject(claims)
	const reading = accountWithSession(subject.userId, subject.sessionId)
	const asked = context.db.as(authService, (tx) => tx.final<Row>(reading), { readOnly: true })
	return asked.then(([row]) => admit(row, subject.sessionId, claims))
}

/** The same inside a transaction that goes on to change something. */
export async function requireUserIn(
	context: AuthContext,
	c: Pick<Asker, 'req'>,
	tx: Tx,
): Promise<SignedIn> {
	const claims = readToken(context, c)
	const subject = readSubject(claims)
	const [row] = await tx.query<Row>(accountWithSession(subject.userId, subject.sessionId))
	return admit(row, subject.sessionId, claims)
}

/**
 * The same once more, with the account locked until the transaction ends. What a request found out before may be old:
 * the owner of the address may have taken the account back meanwhile, and nothing may be written to it after that.
 */
export async function requireUserLocked(
	context: AuthContext,
	c: Pick<Asker, 'req'>,
	tx: Tx,
): Promise<SignedIn> {
	await tx.query(lockUser(readSubject(readToken(context, c)).userId))
	return requireUserIn(context, c, tx)
}

function admit(row: Row | undefined, sessionId: string | null, claims: TokenClaims): SignedIn {
	if (!row) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
	if (sessionId && !row.session_id)
		throw new AuthError(
			403,
			'session_not_found',
			'Session from session_id claim in JWT does not exist',
		)
	if (isBanned(row)) throw new AuthError(403, 'user_banned', 'User is banned')
	const { session_id: id, session_aal: aal, session_amr: amr, session_created_at: createdAt } = row
	const session = id && aal && amr && createdAt ? { id, aal, amr, createdAt } : undefined
	return { account: row, session, claims }
}

function badToken(message: string): AuthError {
	return new AuthError(403, 'bad_jwt', message)
}
