import { createHash } from 'node:crypto'
import type { Claims } from '#platform/pg/db.ts'
import type { Frame, ProtocolVersion } from '#platform/realtime/wire/frames.ts'
import type { ChangeSubscription } from './change-subscription.ts'
import type { Snapshot } from './snapshot.ts'

/** A receiver of changes: the part of a channel that the feed needs. */
export type ChangeListener = {
	readonly topic: string
	readonly version: ProtocolVersion
	readonly claims: Claims
	/** Equal for equal claims: one query checks the policies for all of them. */
	readonly claimsKey: string
	/** Changes visible in this snapshot are not delivered. */
	readonly since: Snapshot | undefined
	send(frame: Frame): void
	endSubscription(entry: SubscriptionEntry, reason: string): void
}

/** Equal subscriptions of several listeners: matched once, with one id. */
export type SubscriptionEntry = {
	id: number
	key: string
	subscription: ChangeSubscription
	listeners: Set<ChangeListener>
}

/** The change subscriptions of this node, by table. */
export class SubscriptionRegistry {
	private readonly byKey = new Map<string, SubscriptionEntry>()
	private readonly byTable = new Map<string, Set<SubscriptionEntry>>()

	add(key: string, subscription: ChangeSubscription, listener: ChangeListener): SubscriptionEntry {
		const known = this.byKey.get(key)
		const entry = known ?? { id: subscriptionId(key), key, subscription, listeners: new Set() }
		entry.listeners.add(listener)
		this.byKey.set(key, entry)
		const table = tableKey(subscription)
		this.byTable.set(table, (this.byTable.get(table) ?? new Set()).add(entry))
		return entry
	}

	remove(entry: SubscriptionEntry, listener: ChangeListener): void {
		if (!entry.listeners.delete(listener) || entry.listeners.size > 0) return
		this.byKey.delete(entry.key)
		const table = tableKey(entry.subscription)
		const entries = this.byTable.get(table)
		entries?.delete(entry)
		if (entries?.size === 0) this.byTable.delete(table)
	}

	of(schema: string, table: string): SubscriptionEntry[] {
		const keys = [`${schema}.${table}`, `${schema}.*`, `*.${table}`, '*.*']
		return keys.flatMap((key) => [...(this.byTable.get(key) ?? [])])
	}
}

/**
 * The id of a subscription for clients, a hash of its binding: a subscription that is granted only under a later token
 * keeps the id of the join. Never 0, which clients take for no id.
 */
export function subscriptionId(key: string): number {
	return createHash('sha256').update(key).digest().readUInt32BE(0) >>> 1 || 1
}

function tableKey({ schema, table }: ChangeSubscription): string {
	return `${schema}.${table}`
}
