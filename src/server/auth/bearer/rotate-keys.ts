import { seal } from '#server/auth/factors/sealed-secret.ts'
import type { Config } from '#server/config.ts'
import { makeJwk } from '#server/jwk.ts'
import type { Keys } from '#server/keys.ts'
import type { Db } from '#server/pg/db.ts'
import { sealPurpose } from './key-ring.ts'
import { authService } from './service-role.ts'
import * as queries from './signing-key-queries.ts'

/** What a rotation did. */
export type Rotation = {
	kid: string
	signsFrom: Date
	/** The keys that it replaces, and until when tokens that they signed are accepted. */
	ended: { kid: string; verifiesUntil: Date }[]
}

/** Clients keep the published keys for ten minutes; five more for clocks and slow requests. */
const publishedSeconds = 600 + 300

/**
 * Makes a new key that signs from `delaySeconds` on; by then every node has to know it. Those before it verify as long as
 * a token lives and a client may remember the old list (auth.md §7).
 * @param compromised the keys before it end at once, and with them every session
 */
export async function rotateKeys(
	{ config, db, keys }: { config: Config; db: Db; keys: Keys },
	{ delaySeconds, compromised = false }: { delaySeconds: number; compromised?: boolean },
): Promise<Rotation> {
	const made = makeJwk()
	const sealed = seal(Buffer.from(JSON.stringify(made)), keys.secret, sealPurpose(made.kid))
	const overlap = config.JWT_EXPIRY + publishedSeconds
	const ends = compromised
		? queries.endSigningKeysNow()
		: queries.endSigningKeys(delaySeconds, overlap)
	return db.as(authService, async (tx) => {
		await tx.query(queries.lockSigningKeys())
		await tx.query(queries.enrollFirstKey(keys.signing.kid))
		const ended = await tx.query<{ kid: string; verifies_until: Date }>(ends)
		const [row] = await tx.query<{ signs_from: Date }>(
			queries.insertSigningKey(made.kid, sealed, compromised ? 0 : delaySeconds),
		)
		if (!row) throw new Error('the new key cannot be read back')
		if (compromised) await tx.query(queries.endEverySession())
		await tx.query(queries.announceSigningKeys())
		return {
			kid: made.kid,
			signsFrom: row.signs_from,
			ended: ended.map(({ kid, verifies_until: until }) => ({ kid, verifiesUntil: until })),
		}
	})
}
