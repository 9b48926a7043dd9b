import type { Relation } from './relations.ts'

/** A row of the outbox. */
export type ChangeRow = {
	id: string
	xid: string
	schema_name: string
	table_name: string
	op: 'INSERT' | 'UPDATE' | 'DELETE'
	key: string[] | null
	new_row: string | null
	old_row: string | null
	is_cut: boolean
	at: string
}

type Row = Record<string, unknown>
/** What Node has and the compiler's library does not know yet: numbers that keep their digits. */
const exact = JSON as typeof JSON & {
	rawJSON(text: string): object
	isRawJSON(value: unknown): value is { rawJSON: string }
}

/** One change of a published table, with its rows parsed when first needed. */
export class Change {
	readonly row: ChangeRow
	readonly relation: Relation
	/** The transaction that made it. */
	readonly xid: number
	private parsedNew: Row | undefined
	private parsedOld: Row | undefined
	private readonly rendered = new Map<string, { key: number; data: string }>()
	/**
	 * A deletion of a protected row that filters look at as a whole: told only to those whom the policies would have
	 * shown the row, as whoever hears of it learns what its filter matched.
	 */
	readonly isJudged: boolean
	private readonly views = new Map<unknown, Map<unknown, { key: number; data: string }>>()

	constructor(row: ChangeRow, relation: Relation, isJudged = false) {
		this.row = row
		this.relation = relation
		this.isJudged = isJudged
		this.xid = Number(row.xid)
	}

	/** The row that filters look at: the new one, or what is left of a deleted one. */
	get subject(): Row {
		if (this.row.op !== 'DELETE') return this.newRow
		return this.isJudged ? parse(this.row.old_row) : this.oldRow
	}

	/** What policies can judge of it when the row is gone, as JSON text. */
	get image(): string {
		return (this.row.op === 'DELETE' ? this.row.old_row : this.row.new_row) ?? '{}'
	}

	/** A column's value as text, null when null, undefined when the change does not carry it. */
	text(column: string): string | null | undefined {
		const value = this.subject[column]
		if (value === null || value === undefined) return value
		if (exact.isRawJSON(value)) return value.rawJSON
		return typeof value === 'object' ? JSON.stringify(value) : String(value)
	}

	/**
	 * The `data` of a push as JSON text (data.md §3.6); rendered once for all who may see the same columns.
	 * @param columns names the receiver may see and asked for; undefined tells them only that something happened
	 * @returns the text, and a number that is equal for equal texts
	 */
	render(
		columns: ReadonlySet<string> | undefined,
		select: readonly string[] | undefined,
	): { key: number; data: string } {
		const views = this.views.get(columns) ?? new Map<unknown, { key: number; data: string }>()
		this.views.set(columns, views)
		const known = views.get(select) ?? this.renderView(columns, select)
		views.set(select, known)
		return known
	}

	private renderView(
		columns: ReadonlySet<string> | undefined,
		select: readonly string[] | undefined,
	): { key: number; data: string } {
		const { op, schema_name: schema, table_name: table, at } = this.row
		const named = this.relation.columns.filter(
			({ name }) => columns?.has(name) && (!select || select.includes(name)),
		)
		const cacheKey = columns ? named.map(({ name }) => name).join('\n') : ''
		const known = this.rendered.get(cacheKey)
		if (known) return known
		const parts: Record<string, unknown> = {
			schema,
			table,
			type: op,
			commit_timestamp: at,
			columns: named.map(({ name, type }) => ({ name, type })),
			errors: this.errors(columns),
		}
		if (columns && op !== 'DELETE') parts.record = pick(this.newRow, named)
		if (columns && op !== 'INSERT') parts.old_record = pick(this.oldRow, named)
		const view = { key: this.rendered.size, data: JSON.stringify(parts) }
		this.rendered.set(cacheKey, view)
		return view
	}

	private errors(columns: ReadonlySet<string> | undefined): string[] | null {
		if (!columns) return ['Error 400: Bad Request, no primary key']
		return this.row.is_cut ? ['Error 413: Payload Too Large'] : null
	}

	private get newRow(): Row {
		this.parsedNew ??= parse(this.row.new_row)
		return this.parsedNew
	}

	/** A deletion cannot be checked against policies any more, so of a protected table only the key is told. */
	private get oldRow(): Row {
		if (!this.parsedOld) {
			const whole = parse(this.row.old_row)
			const hide = this.row.op === 'DELETE' && this.relation.has_policies
			this.parsedOld = hide ? pick(whole, this.relation.key) : whole
		}
		return this.parsedOld
	}
}

function pick(row: Row, columns: readonly { name: string }[]): Row {
	const kept = columns.filter(({ name }) => name in row)
	return Object.fromEntries(kept.map(({ name }) => [name, row[name]]))
}

/** Numbers that a double cannot hold stay as they are written. */
function parse(text: string | null): Row {
	if (text === null) return {}
	if (!/\d{16}|\.\d*0[,}\]]/.test(text)) return JSON.parse(text) as Row
	const keep = (_key: string, value: unknown, context?: { source?: string }) =>
		typeof value === 'number' && context?.source && String(value) !== context.source
			? exact.rawJSON(context.source)
			: value
	return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as Row
}
