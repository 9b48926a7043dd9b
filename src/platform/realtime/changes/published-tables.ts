import { setTimeout } from 'node:timers/promises'
import type { Db } from '#platform/pg/db.ts'
import { readRelations, readSelectable, syncPublication } from './queries.ts'

export type Column = { name: string; type: string; cast: string; isEnum: boolean }

/** A published table. */
export type PublishedTable = {
	oid: string
	schema: string
	name: string
	has_policies: boolean
	inserts: boolean
	updates: boolean
	deletes: boolean
	is_attached: boolean
	columns: Column[]
	key: { name: string; cast: string }[]
	/** Columns that a role may read, cached by role. */
	selectable: Map<string, Promise<ReadonlySet<string>>>
}

export const realtimeService = { role: 'realtime_service' } as const

/** Milliseconds; bounds staleness when a notification is lost or the event trigger is missing. */
const cacheTtl = 5_000
/** Milliseconds between reloads for unknown names, so that invalid requests cannot overload the database. */
const minReloadInterval = 50

/** True when a role can read the primary key, by which rows are looked up for it. */
export function canReceiveChanges({ key }: PublishedTable, selectable: ReadonlySet<string>): boolean {
	return selectable.size > 0 && key.every(({ name }) => selectable.has(name))
}

/** A cache of the published tables, invalidated when the schema changes. */
export class PublishedTables {
	private readonly db: Db
	private known: Promise<ReadonlyMap<string, PublishedTable>> | undefined
	private readAt = 0

	constructor(db: Db) {
		this.db = db
	}

	invalidate(): void {
		this.known = undefined
	}

	/** Keyed by `schema.name`. */
	async all(): Promise<ReadonlyMap<string, PublishedTable>> {
		if (!this.known || performance.now() - this.readAt > cacheTtl) {
			this.readAt = performance.now()
			const reading = this.load()
			this.known = reading
			// Failures are not cached.
			reading.catch(() => {
				if (this.known === reading) this.known = undefined
			})
		}
		return this.known
	}

	/** Finds a published table; reloads once for an unknown name, as the table may be new. */
	async find(schema: string, name: string): Promise<PublishedTable | undefined> {
		const key = `${schema}.${name}`
		const known = (await this.all()).get(key)
		if (known) return known
		const { readAt } = this
		await setTimeout(Math.max(0, minReloadInterval - (performance.now() - readAt)))
		if (this.readAt === readAt) this.invalidate()
		return (await this.all()).get(key)
	}

	async selectable(relation: PublishedTable, role: string): Promise<ReadonlySet<string>> {
		let columns = relation.selectable.get(role)
		if (!columns) {
			columns = this.db
				.as(realtimeService, (tx) => tx.final<{ name: string }>(readSelectable(role, relation.oid)))
				.then((rows) => new Set(rows.map(({ name }) => name)))
			relation.selectable.set(role, columns)
			columns.catch(() => relation.selectable.delete(role))
		}
		return columns
	}

	private async load(): Promise<ReadonlyMap<string, PublishedTable>> {
		let rows = await this.rows()
		if (rows.some((row) => !row.is_attached)) {
			await this.db.as(realtimeService, (tx) => tx.final(syncPublication()))
			rows = await this.rows()
		}
		return new Map(
			rows.map((row) => [`${row.schema}.${row.name}`, { ...row, columns: row.columns ?? [], selectable: new Map() }]),
		)
	}

	private rows(): Promise<PublishedTable[]> {
		return this.db.as(realtimeService, (tx) => tx.final<PublishedTable>(readRelations()))
	}
}
