import { lockUser } from '#server/auth/users/user-queries.ts'
import type { Tx } from '#server/pg/db.ts'
import { refreshProviders } from './identity-queries.ts'
import { dropForeignWays } from './link-queries.ts'

/**
 * The owner of an address proved it by mail for the first time: whoever came before them, by other sign-ins, sessions
 * or changes that wait for their end, keeps no way in.
 * @param askedBy the identity whose visit asked for the mail, if one did
 */
export async function keepOnlyOwner(tx: Tx, userId: string, askedBy: string | null): Promise<void> {
	await tx.query(lockUser(userId))
	await tx.query(dropForeignWays(userId, askedBy))
	await tx.query(refreshProviders(userId))
}
