import type { PublishedTable } from './published-tables.ts'

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
/** The `data` of a push as JSON text, and a number that is equal for equal texts. */
type View = { key: number; data: string }
/** JSON.rawJSON, which the compiler's library does not declare yet. */
const jsonWithRawNumbers = JSON as typeof JSON & {
	rawJSON(text: string): object
	isRawJSON(value: unknown): value is { rawJSON: string }
}

/** One change of a published table; its rows are parsed on first use. */
export class Change {
	readonly row: ChangeRow
	readonly relation: PublishedTable
	readonly xid: number
	private parsedNew: Row | undefined
	private parsedOld: Row | undefined
	private readonly views = new Map<unknown, Map<unknown, View>>()
	private readonly viewsByColumns = new Map<string, View>()
	/**
	 * True for a deletion matched by filters on more than the key, of a table with policies: delivery reveals that the
	 * row matched the filter, so it needs the right to have seen the row.
	 */
	readonly needsPolicyCheck: boolean

	constructor(row: ChangeRow, relation: PublishedTable, needsPolicyCheck = false) {
		this.row = row
		this.relation = relation
		this.needsPolicyCheck = needsPolicyCheck
		this.xid = Number(row.xid)
	}

	/** The row that filters evaluate: the new one, or what is left of a deleted one. */
	get subject(): Row {
		if (this.row.op !== 'DELETE') return this.newRow
		return this.needsPolicyCheck ? parse(this.row.old_row) : this.oldRow
	}

	/** The row that policies evaluate once it is deleted, as JSON text. */
	get rowImage(): string {
		return (this.row.op === 'DELETE' ? this.row.old_row : this.row.new_row) ?? '{}'
	}

	/** A column's value as text, null when null, undefined when the change does not carry it. */
	text(column: string): string | null | undefined {
		const value = this.subject[column]
		if (value === null || value === undefined) return value
		if (jsonWithRawNumbers.isRawJSON(value)) return value.rawJSON
		return typeof value === 'object' ? JSON.stringify(value) : String(value)
	}

	/**
	 * The `data` of a push as JSON text, rendered once per set of visible columns.
	 * @param columns names that the receiver may see; undefined reveals only that a row changed
	 */
	render(columns: ReadonlySet<string> | undefined, select: readonly string[] | undefined): View {
		const views = this.views.get(columns) ?? new Map<unknown, View>()
		this.views.set(columns, views)
		const known = views.get(select) ?? this.renderView(columns, select)
		views.set(select, known)
		return known
	}

	private renderView(columns: ReadonlySet<string> | undefined, select: readonly string[] | undefined): View {
		const { op, schema_name: schema, table_name: table, at } = this.row
		const shown = this.relation.columns.filter(({ name }) => columns?.has(name) && (!select || select.includes(name)))
		const cacheKey = columns ? shown.map(({ name }) => name).join('\n') : ''
		const known = this.viewsByColumns.get(cacheKey)
		if (known) return known
		const parts: Record<string, unknown> = {
			schema,
			table,
			type: op,
			commit_timestamp: at,
			columns: shown.map(({ name, type }) => ({ name, type })),
			errors: this.errors(columns),
		}
		if (columns && op !== 'DELETE') parts.record = pick(this.newRow, shown)
		if (columns && op !== 'INSERT') parts.old_record = pick(this.oldRow, shown)
		const view = { key: this.viewsByColumns.size, data: JSON.stringify(parts) }
		this.viewsByColumns.set(cacheKey, view)
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

	/** A deleted row of a table with policies has only its key, as policies can no longer be checked. */
	private get oldRow(): Row {
		if (!this.parsedOld) {
			const row = parse(this.row.old_row)
			const hide = this.row.op === 'DELETE' && this.relation.has_policies
			this.parsedOld = hide ? pick(row, this.relation.key) : row
		}
		return this.parsedOld
	}
}

function pick(row: Row, columns: readonly { name: string }[]): Row {
	const present = columns.filter(({ name }) => name in row)
	return Object.fromEntries(present.map(({ name }) => [name, row[name]]))
}

/** Keeps the digits of numbers that a double cannot represent. */
function parse(text: string | null): Row {
	if (text === null) return {}
	if (!/\d{16}|\.\d*0[,}\]]/.test(text)) return JSON.parse(text) as Row
	const reviver = (_key: string, value: unknown, context?: { source?: string }) =>
		typeof value === 'number' && context?.source && String(value) !== context.source
			? jsonWithRawNumbers.rawJSON(context.source)
			: value
	return JSON.parse(text, reviver as (key: string, value: unknown) => unknown) as Row
}
