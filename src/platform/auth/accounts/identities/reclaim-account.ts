import { deleteUserData, lockUser } from '#platform/auth/accounts/users/user-queries.ts'
import type { Tx } from '#platform/pg/db.ts'
import { clearUnprovenContacts, resetToPhone, resetUnprovenUser, updateProviderList } from './identity-queries.ts'

/**
 * Removes every access that was added before the owner of the address first proved it by mail: other identities,
 * sessions, pending changes.
 * @param identityId the identity whose sign-in requested the mail, if one did
 */
export async function keepOnlyProvenOwner(tx: Tx, userId: string, identityId: string | null): Promise<void> {
	await tx.query(lockUser(userId))
	await tx.query(deleteUserData(userId, { identity: identityId }))
	await tx.query(clearUnprovenContacts(userId))
	await tx.query(updateProviderList(userId))
}

/**
 * Gives an account to the owner of its number, who proved it by a code: sessions, password, factors, other identities
 * and the address of the registrant end.
 */
export async function keepOnlyProvenNumber(tx: Tx, userId: string): Promise<void> {
	await tx.query(lockUser(userId))
	await tx.query(resetToPhone(userId))
	await tx.query(deleteUserData(userId, { identity: null }))
	await tx.query(updateProviderList(userId))
}

/**
 * Resets an account whose address no one proved here and a provider now verifies. Its registrant did not own the
 * address, so neither credentials nor pending flows of theirs may give access.
 * @param data the provider's profile, which replaces the metadata
 */
export async function reclaimAccount(tx: Tx, userId: string, data: Record<string, unknown>): Promise<void> {
	await tx.query(deleteUserData(userId))
	await tx.query(resetUnprovenUser(userId, data))
}
