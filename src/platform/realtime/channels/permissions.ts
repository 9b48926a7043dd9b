import { randomUUID } from 'node:crypto'
import { type Claims, type Db, RollbackWith } from '#platform/pg/db.ts'
import { realtimeService } from '#platform/realtime/changes/published-tables.ts'
import { becomeCaller, insertProbes, maySend, readProbes } from './queries.ts'

/** Rights on a private topic. Public topics grant all but storing messages. */
export type Permissions = {
	readBroadcast: boolean
	writeBroadcast: boolean
	readPresence: boolean
	writePresence: boolean
	/** Messages may be stored for replay: the `extension` is `persistence`. */
	persist: boolean
}
const grant = (is: boolean) => ({ readBroadcast: is, writeBroadcast: is, readPresence: is, writePresence: is })
const publicPermissions: Permissions = { ...grant(true), persist: false }
export const noPermissions: Permissions = { ...grant(false), persist: false }

export type AccessRequest = {
	/** The topic, without `realtime:`. */
	name: string
	isPrivate: boolean
	claims: Claims
	/** JSON of the caller's headers, for policies that read `request.headers`. */
	headers: string | undefined
}

/**
 * Finds out the rights of a caller from the policies on realtime.messages: inserts two probes, reads them as the
 * caller, tries inserts as the caller, and rolls back (https://supabase.com/docs/guides/realtime/authorization).
 */
export async function authorize(
	db: Db,
	{ name, isPrivate, claims, headers = '{}' }: AccessRequest,
): Promise<Permissions> {
	if (!isPrivate) return publicPermissions
	return db.as<Permissions>(realtimeService, async (tx) => {
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

export function losesReadAccess(before: Permissions, after: Permissions): boolean {
	return (before.readBroadcast && !after.readBroadcast) || (before.readPresence && !after.readPresence)
}
