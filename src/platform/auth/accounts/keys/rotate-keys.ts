import { authServiceRole } from '#platform/auth/service-role.ts'
import type { Config } from '#platform/config/config.ts'
import { makeJwk } from '#platform/keys/jwk.ts'
import type { Keys } from '#platform/keys/keys.ts'
import { sealJson } from '#platform/keys/sealed-secret.ts'
import type { Db } from '#platform/pg/db.ts'
import { signingKeyPurpose } from './key-ring.ts'
import * as queries from './signing-key-queries.ts'

/** The result of a rotation. */
export type Rotation = {
	kid: string
	signsFrom: Date
	/** The replaced keys, and until when they verify tokens. */
	ended: { kid: string; verifiesUntil: Date }[]
}

/** Clients cache the published keys for ten minutes; five more allow for clock skew and slow requests. */
const publishedSeconds = 600 + 300

/**
 * Creates a key that signs after `delaySeconds`, by when every node knows it. Former keys verify until their last
 * token has expired and cached key sets are refreshed.
 * @param compromised ends the former keys and every session at once
 */
export async function rotateKeys(
	{ config, db, keys }: { config: Config; db: Db; keys: Keys },
	{ delaySeconds, compromised = false }: { delaySeconds: number; compromised?: boolean },
): Promise<Rotation> {
	const jwk = makeJwk()
	const sealed = sealJson(jwk, keys.secret, signingKeyPurpose(jwk.kid))
	const overlap = config.JWT_EXPIRY + publishedSeconds
	const ends = compromised ? queries.expireSigningKeysNow() : queries.expireSigningKeys(delaySeconds, overlap)
	return db.as(authServiceRole, async (tx) => {
		await tx.query(queries.lockSigningKeys())
		await tx.query(queries.insertConfiguredKey(keys.signing.kid))
		const ended = await tx.query<{ kid: string; verifies_until: Date }>(ends)
		const [row] = await tx.query<{ signs_from: Date }>(
			queries.insertSigningKey(jwk.kid, sealed, compromised ? 0 : delaySeconds),
		)
		if (!row) throw new Error('the new key cannot be read back')
		if (compromised) await tx.query(queries.deleteAllSessions())
		await tx.query(queries.notifySigningKeys())
		return {
			kid: jwk.kid,
			signsFrom: row.signs_from,
			ended: ended.map(({ kid, verifies_until: until }) => ({ kid, verifiesUntil: until })),
		}
	})
}
