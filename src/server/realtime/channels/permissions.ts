import { randomUUID } from 'node:crypto'
import { type Claims, type Db, RollbackWith } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import { becomeCaller, insertProbes, maySend, readProbes } from './queries.ts'

/** What a caller may do on a private topic. Public topics allow all but keeping messages. */
export type Permissions = {
	readBroadcast: boolean
	writeBroadcast: boolean
	readPresence: boolean
	writePresence: boolean
	/** Whether messages may be kept for replay: the `extension` is `persistence`. */
	persist: boolean
}
const publicPermissions: Permissions = {
	readBroadcast: true,
	writeBroadcast: true,
	readPresence: true,
	writePresence: true,
	persist: false,
}
export const noPermissions: Permissions = {
	readBroadcast: false,
	writeBroadcast: false,
	readPresence: false,
	writePresence: false,
	persist: false,
}

/** What policies are asked about. */
export type Access = {
	/** The topic, without `realtime:`. */
	name: string
	isPrivate: boolean
	claims: Claims
	/** JSON of the caller's headers, for policies that look at `request.headers`. */
	headers: string | undefined
}

/**
 * What a caller may do on a topic. On a private one the policies on realtime.messages say it: two rows are put in, the
 * caller looks for them and tries to add its own, and all is rolled back (data.md §3.5).
 */
export async function authorize(
	db: Db,
	{ name, isPrivate, claims, headers = '{}' }: Access,
): Promise<Permissions> {
	if (!isPrivate) return publicPermissions
	return db.as<Permissions>(service, async (tx) => {
		const ids = { broadcast: randomUUID(), presence: randomUUID() }
		const [, , seen, [sent]] = await Promise.all([
			tx.query(insertProbes(name, ids.broadcast, ids.presence)),
			tx.query(becomeCaller(claims.role, JSON.stringify(claims), name, headers)),
			tx.query<{ id: string }>(readProbes(Object.values(ids))),
			tx.query<{ broadcast: boolean; presence: boolean; persistence: boolean }>(maySend(name)),
		])
		const reads = (id: string) => seen.some((row) => row.id === id)
		throw new RollbackWith<Permissions>({
			readBroadcast: reads(ids.broadcast),
			readPresence: reads(ids.presence),
			writeBroadcast: sent?.broadcast ?? false,
			writePresence: sent?.presence ?? false,
			persist: sent?.persistence ?? false,
		})
	})
}

/** Whether something that could be heard before cannot be heard any more. */
export function losesSight(before: Permissions, after: Permissions): boolean {
	return (
		(before.readBroadcast && !after.readBroadcast) || (before.readPresence && !after.readPresence)
	)
}
