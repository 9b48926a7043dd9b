import type { PolicyApp } from './policy-app.ts'
import { badTokens, type Caller, callers, ids } from './policy-callers.ts'
import { mixedRows, publicRelations, type TableRule } from './policy-matrix.ts'

/** One deviation from the matrix. */
export type Finding = string

/** Findings of a check, and the number of cells of the matrix that it covered. */
export type Report = { findings: Finding[]; cells: number }

/** Identifies tenant A's rows where the space does not; for members, one that others may not remove. */
const stakes: Record<string, [column: string, id: string]> = {
	profiles: ['id', ids.editor],
	spaces: ['id', ids.spaceA],
	space_members: ['user_id', ids.viewer],
	archive_imports: ['user_id', ids.owner],
}

type Cell = { what: string; allowed: boolean }

/** Tries every operation of every caller on one table or view of the public schema, through rest/v1. */
export async function checkRelation(bench: PolicyApp, name: string): Promise<Report> {
	const rule = publicRelations[name]
	if (!rule) return { findings: [`${name} is not in the matrix`], cells: 0 }
	const check = new RelationCheck(bench, name, rule)
	for (const caller of callers) await check.caller(caller)
	await check.badTokens()
	await check.columns()
	await check.foreignRows()
	return check.report
}

class RelationCheck {
	readonly report: Report = { findings: [], cells: 0 }
	readonly #bench: PolicyApp
	readonly #name: string
	readonly #rule: TableRule

	constructor(bench: PolicyApp, name: string, rule: TableRule) {
		this.#bench = bench
		this.#name = name
		this.#rule = rule
	}

	async caller(caller: Caller): Promise<void> {
		const { subject, read, insert, update, remove } = this.#rule
		const mayRead = read.includes(caller)
		await this.#reads(caller, subject, mayRead)
		await this.#reads(caller, `${subject}&${this.#hiddenFilter()}`, mayRead)
		await this.#counts(caller, mayRead)
		const row = insert?.row ?? (this.#name === 'archive_imports' ? { user_id: ids.owner } : { space_id: ids.spaceA })
		await this.#writes(caller, 'POST', '', row, Boolean(insert?.by.includes(caller)))
		const change = update?.change ?? this.#anyChange()
		await this.#writes(caller, 'PATCH', subject, change, Boolean(update?.by.includes(caller)))
		const gone = remove?.subject ?? subject
		await this.#writes(caller, 'DELETE', gone, undefined, Boolean(remove?.by.includes(caller)))
		if (this.#isView()) return
		if (!update?.by.includes(caller)) await this.#sweeps(caller, 'PATCH', change)
		if (!remove?.by.includes(caller)) await this.#sweeps(caller, 'DELETE', undefined)
	}

	async badTokens(): Promise<void> {
		for (const token of badTokens)
			for (const method of ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']) {
				const body = method === 'POST' || method === 'PATCH' ? {} : undefined
				const path = `${this.#name}?${this.#rule.subject}`
				const { status } = await this.#bench.rest(token, method, path, body)
				this.#expect({ what: `${token} ${method}`, allowed: false }, status === 401, `${status}`)
			}
		await this.#expectUnchanged('bad tokens')
	}

	/** Columns without a grant cannot be written, not even by the owner, in an own row or with another tenant's id. */
	async columns(): Promise<void> {
		const { columns, subject, insert } = this.#rule
		const { rows } = await this.#bench.owner.query<{ name: string; value: unknown }>(
			`select a.attname as name, r.value from pg_attribute a
			join lateral jsonb_each((select to_jsonb(t) from public.${this.#name} t limit 1)) r (key, value) on r.key = a.attname
			where a.attrelid = 'public.${this.#name}'::regclass and a.attnum > 0 and not a.attisdropped`,
		)
		for (const { name, value } of rows) {
			const given = name === 'space_id' ? ids.spaceB : value
			if (!columns?.update?.split(',').includes(name))
				await this.#writes('owner', 'PATCH', subject, { [name]: given }, false)
			if (insert && !columns?.insert?.split(',').includes(name))
				await this.#writes('owner', 'POST', '', { ...insert.row, [name]: given }, false)
		}
	}

	/** An owner cannot create rows of another tenant, or rows that mix two tenants. */
	async foreignRows(): Promise<void> {
		const { insert } = this.#rule
		if (insert) await this.#writes('owner', 'POST', '', { ...insert.row, space_id: ids.spaceB }, false)
		for (const row of mixedRows[this.#name] ?? []) await this.#writes('owner', 'POST', '', row, false)
	}

	async #reads(caller: Caller, query: string, allowed: boolean): Promise<void> {
		const { status, rows } = await this.#bench.rest(caller, 'GET', `${this.#name}?${query}`)
		const seen = Array.isArray(rows) ? rows.length : 0
		const isRefused = seen === 0 && (status === 200 || status === 401 || status === 403)
		const isGood = allowed ? status === 200 && seen > 0 : isRefused
		this.#expect({ what: `${caller} GET ${query}`, allowed }, isGood, `${status}, ${seen} rows`)
	}

	async #counts(caller: Caller, allowed: boolean): Promise<void> {
		const path = `${this.#name}?${this.#rule.subject}`
		const { status, headers } = await this.#bench.rest(caller, 'HEAD', path, undefined, 'count=exact')
		const total = Number(headers.get('content-range')?.split('/')[1] ?? 0)
		const isRefused = total === 0 && status < 500
		const isGood = allowed ? total > 0 : isRefused
		this.#expect({ what: `${caller} count`, allowed }, isGood, `${status}, ${total} counted`)
	}

	async #writes(
		caller: Caller,
		method: 'POST' | 'PATCH' | 'DELETE',
		subject: string,
		body: unknown,
		allowed: boolean,
	): Promise<void> {
		const path = subject ? `${this.#name}?${subject}` : this.#name
		const prefer = method === 'POST' ? 'return=minimal' : 'return=representation'
		const { status, rows } = await this.#bench.rest(caller, method, path, body, prefer)
		const what = `${caller} ${method} ${body === undefined ? '' : JSON.stringify(body)}`
		const touched = Array.isArray(rows) ? rows.length : 0
		if (allowed) {
			const isDone = status < 300 && (method === 'POST' || touched > 0)
			const changed = await this.#bench.changedTables()
			const isGood = isDone && changed.includes(`public.${this.#name}`)
			this.#expect({ what, allowed }, isGood, `${status}, ${touched} rows`)
		} else {
			// PostgreSQL reports that a view is not writable (55000, here status 500) before it checks privileges.
			const limit = this.#isView() ? 501 : 500
			const isRefused = (status >= 400 && status < limit) || (status === 200 && touched === 0)
			this.#expect({ what, allowed }, isRefused, `${status}, ${touched} rows`)
			await this.#expectUnchanged(what)
		}
		if (allowed || this.report.findings.length > 0) await this.#bench.restore()
	}

	/** Without a filter and a returned row, only the policy of the operation itself protects the rows. */
	async #sweeps(caller: Caller, method: 'PATCH' | 'DELETE', body: unknown): Promise<void> {
		const before = await this.#stake()
		const { status } = await this.#bench.rest(caller, method, this.#name, body, 'return=minimal')
		const isKept = (await this.#stake()) === before
		this.#expect({ what: `${caller} ${method} of everything`, allowed: false }, isKept, `${status}`)
		await this.#bench.restore()
	}

	/** The content of tenant A's rows, as one text. */
	async #stake(): Promise<string> {
		const [column, id] = stakes[this.#name] ?? ['space_id', ids.spaceA]
		const { rows } = await this.#bench.owner.query<{ mark: string }>(
			`select string_agg(t::text, '|' order by t::text) as mark from public.${this.#name} t where ${column} = $1`,
			[id],
		)
		return rows[0]?.mark ?? ''
	}

	async #expectUnchanged(what: string): Promise<void> {
		const changed = await this.#bench.changedTables()
		this.#expect({ what, allowed: false }, changed.length === 0, `changed ${changed.join()}`)
	}

	#expect({ what, allowed }: Cell, isGood: boolean, was: string): void {
		this.report.cells++
		if (isGood) return
		this.report.findings.push(`${this.#name}: ${what} should be ${allowed ? 'done' : 'refused'}, was ${was}`)
	}

	#isView(): boolean {
		return this.#name === 'public_testimonials'
	}

	/** A matching filter on a column that only members may read: the response must not reveal the match to others. */
	#hiddenFilter(): string {
		return ['profiles', 'spaces', 'archive_imports'].includes(this.#name) ? 'id=not.is.null' : 'space_id=not.is.null'
	}

	#anyChange(): Record<string, unknown> {
		if (this.#name === 'archive_imports') return { state: 'checked' }
		return this.#isView() ? { body: 'Changed' } : { space_id: ids.spaceA }
	}
}
