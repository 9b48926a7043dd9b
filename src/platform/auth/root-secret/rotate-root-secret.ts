import type pg from 'pg'
import { requireNoNodes } from '#platform/auth/accounts/keys/other-nodes.ts'
import { fingerprintOf } from '#platform/auth/accounts/keys/root-key.ts'
import {
	formerSecretPurpose,
	insertFormerSecret,
	replaceRootKey,
} from '#platform/auth/accounts/keys/root-key-queries.ts'
import { deleteAllSessions } from '#platform/auth/accounts/keys/signing-key-queries.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { seal } from '#platform/keys/sealed-secret.ts'
import type { Db, Tx } from '#platform/pg/db.ts'
import { type Resealed, resealEverything } from './reseal.ts'

/** A change of the root secret. */
export type RootRotation = {
	from: Buffer
	to: Buffer
	/** Ends what the former secret alone can compute. */
	isCompromised: boolean
}

/**
 * Binds the database to another root secret in one transaction: everything sealed is sealed again, and every session ends, as refresh tokens are
 * derived from the secret.
 * @param alsoRenew further work of the same transaction
 * @throws Error while a server runs on the database
 */
export async function rotateRootSecret(
	{ db, owner }: { db: Db; owner: pg.ClientConfig },
	{ from, to, isCompromised }: RootRotation,
	alsoRenew: (tx: Tx) => Promise<void> = async () => {},
): Promise<Resealed> {
	return db.as(authServiceRole, async (tx) => {
		// A server that starts waits for this row, and is refused after the commit.
		await tx.query(replaceRootKey(fingerprintOf({ secret: to })))
		await requireNoNodes(owner)
		const resealed = await resealEverything(tx, from, to)
		const fingerprint = fingerprintOf({ secret: from })
		const sealed = seal(from, to, formerSecretPurpose(fingerprint))
		await tx.query(insertFormerSecret({ fingerprint, sealed, is_compromised: isCompromised }))
		await tx.query(deleteAllSessions())
		await alsoRenew(tx)
		return resealed
	})
}
