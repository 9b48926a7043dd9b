import type { Db } from '#platform/pg/db.ts'
import { realtimeService } from '#platform/realtime/changes/published-tables.ts'
import { parseSnapshot, type Snapshot } from '#platform/realtime/changes/snapshot.ts'
import type { RealtimeQuotas } from '#platform/realtime/quotas.ts'
import type { Broadcast } from '#platform/realtime/wire/frames.ts'
import type { Replay } from './join-config.ts'
import { insertMessage, pruneMessages, replayMessages } from './queries.ts'

export type Retention = { seconds: number }

/** Reads the option `persist`: `true` for the retention of the installation, `{"ttl": seconds}` for a shorter one. */
export function parsePersist(persist: unknown, { retentionHours }: RealtimeQuotas): Retention | 'invalid' | undefined {
	if (persist === undefined || persist === null || persist === false) return undefined
	const longest = retentionHours * 3600
	if (persist === true) return { seconds: longest }
	if (typeof persist !== 'object') return 'invalid'
	const { ttl = longest } = persist as { ttl?: unknown }
	const isGood = typeof ttl === 'number' && Number.isInteger(ttl) && ttl > 0 && ttl <= longest
	return isGood ? { seconds: ttl } : 'invalid'
}

/** Stores a message of a private topic that was delivered already. @returns its id */
export async function persistMessage(
	db: Db,
	topic: string,
	content: Broadcast,
	{ seconds }: Retention,
): Promise<string> {
	const json = 'json' in content ? content.json : null
	const bytes = 'bytes' in content ? content.bytes : null
	const query = insertMessage(topic, content.event, json, bytes, seconds)
	const [row] = await db.as(realtimeService, (tx) => tx.final<{ id: string }>(query))
	return row?.id ?? ''
}

type StoredMessage = {
	snapshot: string
	id: string | null
	event: string | null
	payload: string | null
	binary_payload: Buffer | null
}

/** The stored messages of a private topic, oldest first, and the snapshot in which they were read. */
export async function readReplay(
	db: Db,
	topic: string,
	{ since, limit }: Replay,
	{ replayedMessages }: RealtimeQuotas,
): Promise<{ since: Snapshot; replayed: Broadcast[] }> {
	const query = replayMessages(topic, since, Math.max(1, Math.min(limit, replayedMessages)))
	const read = { readOnly: true }
	const rows = await db.as(realtimeService, (tx) => tx.final<StoredMessage>(query), read)
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

/** Milliseconds; queries skip expired messages, so pruning may be late. */
const pruneInterval = 3_600_000

/** Deletes expired messages at start and every hour. */
export function scheduleMessagePruning(
	db: Db,
	{ retentionHours }: RealtimeQuotas,
	warn: (error: unknown, message: string) => void,
): { start(): void; close(): void } {
	let timer: NodeJS.Timeout | undefined
	const prune = () => {
		db.as(realtimeService, (tx) => tx.final(pruneMessages(retentionHours))).catch((error) =>
			warn(error, 'pruning messages failed'),
		)
	}
	return {
		start() {
			prune()
			timer = setInterval(prune, pruneInterval).unref()
		},
		close: () => clearInterval(timer),
	}
}
