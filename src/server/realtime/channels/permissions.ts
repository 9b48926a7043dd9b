import { type Claims, type Db, RollbackWith } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import {
	becomeCaller,
	insertProbes,
	maySend,
	readProbes,
} from '#server/realtime/nodes/relay-queries.ts'
import { allPermissions, type Permissions } from './channel.ts'

/**
 * What a caller may do on a private topic, as the policies on realtime.messages say: two rows are put in, the caller
 * looks for them and tries to add its own, and all is rolled back (data.md §3.5). On a public topic everybody may all.
 */
export async function authorize(
	db: Db,
	{ name, isPrivate, claims }: { name: string; isPrivate: boolean; claims: Claims },
): Promise<Permissions> {
	if (!isPrivate) return allPermissions
	return db.as<Permissions>(service, async (tx) => {
		const probes = await tx.query<{ id: string }>(insertProbes(name))
		await tx.query(becomeCaller(claims.role, JSON.stringify(claims), name))
		const seen = await tx.query<{ extension: string }>(readProbes(probes.map(({ id }) => id)))
		const [sent] = await tx.query<{ broadcast: boolean; presence: boolean }>(maySend(name))
		const reads = (extension: string) => seen.some((row) => row.extension === extension)
		throw new RollbackWith<Permissions>({
			readBroadcast: reads('broadcast'),
			readPresence: reads('presence'),
			writeBroadcast: sent?.broadcast ?? false,
			writePresence: sent?.presence ?? false,
		})
	})
}
