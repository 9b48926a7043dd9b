import { authServiceRole } from '#platform/auth/service-role.ts'
import { looksLikeToken } from '#platform/keys/secret-token.ts'
import type { Db, Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'

/**
 * Answers whether an address was invited, for sign-ups while SIGNUP is `invite`. The server composes it; without it no
 * address is invited. Each query runs as auth_service and returns one row {proof}: `proven` when the token came to the
 * address by mail, `invited` when the address may sign up and must still be confirmed, null otherwise.
 */
export type SignupInvitations = {
	byToken(token: string, email: string): Query
	/** For an address that a provider verified: no token is needed. */
	byProvenEmail(email: string): Query
}

/** The result for a sign-up; undefined without an open invitation. */
export type SignupProof = 'proven' | 'invited' | undefined

type Row = { proof: 'proven' | 'invited' | null }

/** Takes the token of an invitation out of the metadata of a sign-up: it is a secret, and not stored with the user. */
export function takeInvitationToken(data: Record<string, unknown>): {
	data: Record<string, unknown>
	token: string | undefined
} {
	const { join: token, ...rest } = data
	// Metadata of this name that is no token is an application's own.
	return typeof token === 'string' && looksLikeToken(token) ? { data: rest, token } : { data, token: undefined }
}

/** Checks the token of a sign-up against its address. */
export async function checkInvitationToken(
	{ db, invitations }: { db: Db; invitations: SignupInvitations | undefined },
	token: string | undefined,
	email: string | undefined,
): Promise<SignupProof> {
	if (!invitations || !token || !email) return undefined
	const query = invitations.byToken(token, email)
	const [row] = await db.as(authServiceRole, (tx) => tx.final<Row>(query), { readOnly: true })
	return row?.proof ?? undefined
}

/** True when an address that a provider verified was invited. */
export async function isProvenEmailInvited(
	{ invitations }: { invitations: SignupInvitations | undefined },
	tx: Tx,
	email: string,
): Promise<boolean> {
	const [row] = invitations ? await tx.query<Row>(invitations.byProvenEmail(email)) : []
	return Boolean(row?.proof)
}
