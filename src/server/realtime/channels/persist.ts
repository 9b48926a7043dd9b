import type { Db } from '#server/pg/db.ts'
import { service } from '#server/realtime/changes/relations.ts'
import type { Limits } from '#server/realtime/limits.ts'
import type { Broadcast } from '#server/realtime/wire/broadcast.ts'
import { keepMessage } from './queries.ts'

/** That a message shall be kept for replay, and for how many seconds. */
export type Keep = { seconds: number }

/**
 * Reads a sender's wish to have a message kept: `true` as long as the installation keeps any, `{"ttl": seconds}` for a
 * shorter time. More than that is refused, so that the sender knows.
 */
export function readPersist(persist: unknown, { keepHours }: Limits): Keep | 'invalid' | undefined {
	if (persist === undefined || persist === null || persist === false) return undefined
	const longest = keepHours * 3600
	if (persist === true) return { seconds: longest }
	if (typeof persist !== 'object') return 'invalid'
	const { ttl = longest } = persist as { ttl?: unknown }
	const isGood = typeof ttl === 'number' && Number.isInteger(ttl) && ttl > 0 && ttl <= longest
	return isGood ? { seconds: ttl } : 'invalid'
}

/** Keeps a message of a private topic that was delivered already. @returns its id */
export async function persist(
	db: Db,
	topic: string,
	content: Broadcast,
	{ seconds }: Keep,
): Promise<string> {
	const json = 'json' in content ? content.json : null
	const bytes = 'bytes' in content ? content.bytes : null
	const query = keepMessage(topic, content.event, json, bytes, seconds)
	const [row] = await db.as(service, (tx) => tx.final<{ id: string }>(query))
	return row?.id ?? ''
}
