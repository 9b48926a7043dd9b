import { createHash } from 'node:crypto'
import type { Claims } from '#server/pg/db.ts'
import type { Frame, Version } from '#server/realtime/wire/frames.ts'
import type { Snapshot } from './snapshot.ts'
import type { Wish } from './wish.ts'

/** Who hears changes: what the feed needs of a channel. */
export type Listener = {
	readonly topic: string
	readonly version: Version
	readonly claims: Claims
	/** Equal for equal claims: one row-level security query serves all of them. */
	readonly claimsKey: string
	/** What was committed by then is not news. */
	readonly since: Snapshot | undefined
	send(frame: Frame): void
	/** One of its wishes ended. */
	lose(entry: WishEntry, reason: string): void
}

/** What some listeners asked for in the same words: matched once, and told under one id. */
export type WishEntry = { id: number; key: string; wish: Wish; listeners: Set<Listener> }

/** The wishes of this node, by table. */
export class Subscriptions {
	private readonly byKey = new Map<string, WishEntry>()
	private readonly byTable = new Map<string, Set<WishEntry>>()

	/** The entry of a wish; made if nobody had it yet. */
	enter(key: string, wish: Wish, listener: Listener): WishEntry {
		const entry = this.byKey.get(key) ?? { id: idOf(key), key, wish, listeners: new Set() }
		entry.listeners.add(listener)
		this.byKey.set(key, entry)
		const table = tableKey(wish)
		this.byTable.set(table, (this.byTable.get(table) ?? new Set()).add(entry))
		return entry
	}

	leave(entry: WishEntry, listener: Listener): void {
		if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return
		this.byKey.delete(entry.key)
		const table = tableKey(entry.wish)
		const entries = this.byTable.get(table)
		entries?.delete(entry)
		if (entries?.size === 0) this.byTable.delete(table)
	}

	of(schema: string, table: string): WishEntry[] {
		const keys = [`${schema}.${table}`, `${schema}.*`, `*.${table}`, '*.*']
		return keys.flatMap((key) => [...(this.byTable.get(key) ?? [])])
	}
}

/**
 * The id under which a client knows what it asked for. It follows from the words alone, so a subscription that is refused now and
 * granted under a later token keeps the id of the join. Never 0: clients take that for none.
 */
export function idOf(key: string): number {
	return createHash('sha256').update(key).digest().readUInt32BE(0) >>> 1 || 1
}

function tableKey({ schema, table }: Wish): string {
	return `${schema}.${table}`
}
