import type pg from 'pg'
import { signingKeyPurpose } from '#platform/auth/accounts/keys/key-ring.ts'
import { requireNoNodes } from '#platform/auth/accounts/keys/other-nodes.ts'
import { fingerprintOf } from '#platform/auth/accounts/keys/root-key.ts'
import {
	formerSecretPurpose,
	insertFormerSecret,
	replaceRootKey,
} from '#platform/auth/accounts/keys/root-key-queries.ts'
import { deleteAllSessions } from '#platform/auth/accounts/keys/signing-key-queries.ts'
import { apiKeysPurpose } from '#platform/auth/accounts/keys/stored-api-keys.ts'
import { totpPurpose } from '#platform/auth/factors/totp.ts'
import { clientSecretPurpose } from '#platform/auth/providers/oauth/find-provider.ts'
import { samlKeyPurpose } from '#platform/auth/providers/saml/service-provider/request-signer.ts'
import { authServiceRole } from '#platform/auth/service-role.ts'
import { seal, unseal } from '#platform/keys/sealed-secret.ts'
import type { Db, Tx } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import * as queries from './reseal-queries.ts'

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

type SealedColumn = {
	/** As the operator reads it. */
	name: string
	select: () => Query
	update: (ids: string[], sealed: Buffer[]) => Query
	purpose: (id: string) => string
}

/** Every column that is sealed under the root secret. What is not listed ends with that secret. */
const sealedColumns: readonly SealedColumn[] = [
	{
		name: 'signing keys',
		select: queries.selectSealedSigningKeys,
		update: queries.updateSealedSigningKeys,
		purpose: signingKeyPurpose,
	},
	{
		name: 'API keys',
		select: queries.selectSealedApiKeys,
		update: queries.updateSealedApiKeys,
		purpose: () => apiKeysPurpose,
	},
	{
		name: 'former root secrets',
		select: queries.selectSealedFormerSecrets,
		update: queries.updateSealedFormerSecrets,
		purpose: formerSecretPurpose,
	},
	{
		name: 'authenticators',
		select: queries.selectSealedTotpSecrets,
		update: queries.updateSealedTotpSecrets,
		purpose: () => totpPurpose,
	},
	{
		name: 'secrets of providers',
		select: queries.selectSealedClientSecrets,
		update: queries.updateSealedClientSecrets,
		purpose: clientSecretPurpose,
	},
	{
		name: 'SAML keys',
		select: queries.selectSealedSamlKey,
		update: queries.updateSealedSamlKey,
		purpose: () => samlKeyPurpose,
	},
]

const batchSize = 1000

/** Numbers of values that were sealed again, by kind. `unreadable` ones were sealed under a secret that was lost before, and are left as they are. */
type Resealed = { counts: Record<string, number>; unreadable: number }

/** Seals everything that the database keeps sealed under another root secret. */
async function resealEverything(tx: Tx, from: Buffer, to: Buffer): Promise<Resealed> {
	const resealed: Resealed = { counts: {}, unreadable: 0 }
	for (const { name, select, update, purpose } of sealedColumns) {
		const rows = (await tx.query<queries.SealedRow>(select())).flatMap(({ id, sealed }) => {
			const plain = tryUnseal(sealed, from, purpose(id))
			if (!plain) resealed.unreadable++
			return plain ? [{ id, sealed: seal(plain, to, purpose(id)) }] : []
		})
		for (let at = 0; at < rows.length; at += batchSize) {
			const batch = rows.slice(at, at + batchSize)
			await tx.query(
				update(
					batch.map(({ id }) => id),
					batch.map(({ sealed }) => sealed),
				),
			)
		}
		resealed.counts[name] = rows.length
	}
	return resealed
}

function tryUnseal(sealed: Buffer, secret: Buffer, purpose: string): Buffer | undefined {
	try {
		return unseal(sealed, secret, purpose)
	} catch {
		return undefined
	}
}
