import { dropBelongings } from '#server/auth/users/belongings-queries.ts'
import { lockUser } from '#server/auth/users/user-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import { refreshProviders } from './identity-queries.ts'
import { dropForeignChanges, resetUser } from './link-queries.ts'

/**
 * The owner of an address proved it by mail for the first time: whoever came before them, by other sign-ins, sessions
 * or changes that wait for their end, keeps no way in.
 * @param askedBy the identity whose visit asked for the mail, if one did
 */
export async function keepOnlyOwner(tx: Tx, userId: string, askedBy: string | null): Promise<void> {
	await tx.query(lockUser(userId))
	await tx.query(dropBelongings(userId, { identity: askedBy }))
	await tx.query(dropForeignChanges(userId))
	await tx.query(refreshProviders(userId))
}

/**
 * A provider vouches for an address that nobody proved here: whoever registered it first did not own it, and nothing of
 * theirs may open the door again, neither what they have nor what they began (auth.md §6.5).
 * @param data what the provider says of the owner, all that is known of them now
 */
export async function reclaimUser(
	tx: Tx,
	userId: string,
	data: Record<string, unknown>,
): Promise<void> {
	await tx.query(dropBelongings(userId))
	await tx.query(resetUser(userId, data))
}
