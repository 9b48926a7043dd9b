import { setTimeout } from 'node:timers/promises'
import type { Db } from '#server/pg/db.ts'
import { readRelations, readSelectable, syncPublication } from './queries.ts'

export type Column = { name: string; type: string; cast: string; isEnum: boolean }

/** A published table as the feed needs to know it. */
export type Relation = {
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
	/** Columns a role may read, filled as roles turn up. */
	selectable: Map<string, Promise<ReadonlySet<string>>>
}

export const service = { role: 'realtime_service' } as const

/** Milliseconds after which what is known is read again, in case a notice was lost or there is no event trigger. */
const freshFor = 5_000
/** Milliseconds between two readings for unknown names: whoever asks for nonsense must not keep the database busy. */
const lookAgainAfter = 50

/** Whether a role is told of a table's rows at all: they are looked up for it by their primary key. */
export function mayHear({ key }: Relation, selectable: ReadonlySet<string>): boolean {
	return selectable.size > 0 && key.every(({ name }) => selectable.has(name))
}

/** The published tables, remembered for a short while and forgotten when the schema changes. */
export class Relations {
	private readonly db: Db
	private known: Promise<ReadonlyMap<string, Relation>> | undefined
	private readAt = 0

	constructor(db: Db) {
		this.db = db
	}

	forget(): void {
		this.known = undefined
	}

	/** By `schema.name`. */
	async all(): Promise<ReadonlyMap<string, Relation>> {
		if (!this.known || performance.now() - this.readAt > freshFor) {
			this.readAt = performance.now()
			const reading = this.read()
			this.known = reading
			// A failure is not remembered.
			reading.catch(() => {
				if (this.known === reading) this.known = undefined
			})
		}
		return this.known
	}

	/** A published table; one that is not known yet is looked for once more, as it may be new. */
	async find(schema: string, name: string): Promise<Relation | undefined> {
		const key = `${schema}.${name}`
		const known = (await this.all()).get(key)
		if (known) return known
		const { readAt } = this
		await setTimeout(Math.max(0, lookAgainAfter - (performance.now() - readAt)))
		if (this.readAt === readAt) this.forget()
		return (await this.all()).get(key)
	}

	async selectable(relation: Relation, role: string): Promise<ReadonlySet<string>> {
		let columns = relation.selectable.get(role)
		if (!columns) {
			columns = this.db
				.as(service, (tx) => tx.final<{ name: string }>(readSelectable(role, relation.oid)))
				.then((rows) => new Set(rows.map(({ name }) => name)))
			relation.selectable.set(role, columns)
			columns.catch(() => relation.selectable.delete(role))
		}
		return columns
	}

	private async read(): Promise<ReadonlyMap<string, Relation>> {
		let rows = await this.rows()
		if (rows.some((row) => !row.is_attached)) {
			await this.db.as(service, (tx) => tx.final(syncPublication()))
			rows = await this.rows()
		}
		return new Map(
			rows.map((row) => [
				`${row.schema}.${row.name}`,
				{ ...row, columns: row.columns ?? [], selectable: new Map() },
			]),
		)
	}

	private rows(): Promise<Relation[]> {
		return this.db.as(service, (tx) => tx.final<Relation>(readRelations()))
	}
}
