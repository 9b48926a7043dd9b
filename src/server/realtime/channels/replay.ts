import type { Db } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import { parseSnapshot, type Snapshot } from '#server/realtime/changes/snapshot.ts'
import type { Limits } from '#server/realtime/limits.ts'
import type { Broadcast } from '#server/realtime/wire/broadcast.ts'
import type { Replay } from './join-config.ts'
import { replayMessages } from './queries.ts'

type Kept = {
	snapshot: string
	id: string | null
	event: string | null
	payload: string | null
	binary_payload: Buffer | null
}

/** The messages of a private topic that were kept, oldest first, and the moment at which they were read. */
export async function readKept(
	db: Db,
	topic: string,
	{ since, limit }: Replay,
	{ replayedMessages }: Limits,
): Promise<{ since: Snapshot; replayed: Broadcast[] }> {
	const most = Math.max(1, Math.min(limit, replayedMessages))
	const rows = await db.as(service, (tx) => tx.final<Kept>(replayMessages(topic, since, most)), {
		readOnly: true,
	})
	return {
		since: parseSnapshot(rows[0]?.snapshot ?? ''),
		replayed: rows.flatMap(({ id, event, payload, binary_payload: bytes }): Broadcast[] => {
			if (id === null || event === null) return []
			const meta = { id, replayed: true } as const
			if (bytes) return [{ event, bytes, meta }]
			return payload === null ? [] : [{ event, json: payload, meta }]
		}),
	}
}
