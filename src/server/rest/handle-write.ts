import { type Media, negotiate } from './accept.ts'
import type { Relation } from './catalog.ts'
import {
	compileDelete,
	compileInsert,
	compileUpdate,
	type InsertOptions,
} from './compile-insert.ts'
import type { Answer } from './compile-read.ts'
import { type Change, compileChange, type Returning } from './compile-write.ts'
import { Compiler } from './compiler.ts'
import { type Call, type Engine, execute } from './engine.ts'
import type { RestAnswer } from './exchange.ts'
import { explain } from './explain.ts'
import { makersOf } from './media-makers.ts'
import { parseQuery } from './parse-query.ts'
import { type Payload, readPayload } from './payload.ts'
import { notSingular, tooManyAffected } from './problem.ts'
import { readPut } from './put.ts'
import { buildTree, type Level } from './query-tree.ts'
import { relationOf } from './relation-of.ts'
import { type Reply, respond } from './respond.ts'
import { readText } from './text-body.ts'

/** POST, PATCH, PUT and DELETE of a table or view (data.md §2.5). */
export async function handleWrite(engine: Engine, call: Call, name: string): Promise<RestAnswer> {
	const { request } = call
	const { method, headers, search } = request
	const query = parseQuery(search)
	const body = method === 'DELETE' ? '' : await readText(request)
	const { catalog, relation } = await relationOf(engine, call, name)
	call.timing?.begin('plan')
	const makers = makersOf(catalog, relation, query.select)
	const media = negotiate(headers.get('accept'), { plans: engine.options.plans, ...makers })
	const level = buildTree(query)
	const returning = call.preferences.return ?? 'minimal'
	const c = new Compiler(catalog, engine.options)
	const read = () => readPayload(body, headers.get('content-type'), query.columns)
	const change = compile(c, call, level, relation, query.onConflict, read)
	if (!change) return respond(call, nothingChanged(call, media, returning), undefined)
	const statement = compileChange(c, level, relation, change, returning, media.form)
	if (media.plan) return explain(engine, call, statement, media.plan, media.type)
	const answer = await execute(engine, call, statement, false, checkOf(call, media))
	const reply = replyTo(call, relation, media, query.onConflict, answer)
	return respond(call, reply, answer)
}

function compile(
	c: Compiler,
	call: Call,
	level: Level,
	relation: Relation,
	onConflict: readonly string[] | undefined,
	read: () => Payload,
): Change | undefined {
	const { method } = call.request
	if (method === 'DELETE') return compileDelete(c, level, relation)
	const payload = read()
	const { resolution, missing } = call.preferences
	if (method === 'PATCH') {
		const isEmpty = payload.rows === 0 || payload.columns.length === 0
		return isEmpty ? undefined : compileUpdate(c, level, relation, payload, missing === 'default')
	}
	const options: InsertOptions = {
		resolution,
		onConflict,
		missingDefault: method === 'POST' && missing === 'default',
		match: [],
	}
	if (method === 'POST') return compileInsert(c, relation, payload, options)
	return compileInsert(c, relation, payload, { ...options, ...readPut(level, relation, payload) })
}

/** What must hold before the commit; nothing to check means one round trip less. */
function checkOf(call: Call, media: Media) {
	const { handling, maxAffected } = call.preferences
	const { method } = call.request
	const limited = handling === 'strict' && (method === 'PATCH' || method === 'DELETE')
	const most = limited ? maxAffected : undefined
	const single = media.form.kind === 'object'
	const isPut = method === 'PUT'
	if (most === undefined && !single && !isPut) return undefined
	return ({ page }: Answer) => {
		if (isPut && page === 0) throw readPut.mismatch()
		if (most !== undefined && page > most) throw tooManyAffected(page)
		if (single && page !== 1) throw notSingular(page)
	}
}

function replyTo(
	call: Call,
	relation: Relation,
	media: Media,
	onConflict: readonly string[] | undefined,
	answer: Answer,
): Reply {
	const full = call.preferences.return === 'representation'
	const total = call.preferences.count ? String(answer.page) : '*'
	const base = {
		body: full ? (answer.body ?? '') : null,
		type: media.type,
		headers: { 'content-range': `*/${total}` },
	}
	const { method } = call.request
	if (method === 'DELETE') return { ...base, status: full ? 200 : 204, applied: deletes }
	if (method === 'PATCH') {
		const range = answer.page > 0 ? `0-${answer.page - 1}` : '*'
		const headers = { 'content-range': `${range}/${total}` }
		return { ...base, headers, status: full ? 200 : 204, applied: updates }
	}
	// What never updates inserted all that it touched.
	const inserted = Number(answer.inserted ?? answer.page)
	if (method === 'PUT')
		return {
			...base,
			headers: {},
			status: full ? (inserted > 0 ? 201 : 200) : 204,
			applied: puts,
		}
	const { resolution } = call.preferences
	const resolves = relation.primaryKey.length > 0 || onConflict !== undefined
	return {
		...base,
		headers: { ...base.headers, location: locationOf(call, relation, answer) },
		status: resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201,
		applied: resolves ? ['resolution', ...inserts] : inserts,
	}
}

const inserts = ['missing', 'return', 'count', 'tx', 'handling', 'timezone'] as const
const puts = ['return', 'count', 'tx', 'handling', 'timezone'] as const
const deletes = [...puts, 'maxAffected'] as const
const updates = ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'] as const

/** Where the row is that was inserted, if it was one. */
function locationOf(
	{ request }: Call,
	{ primaryKey }: Relation,
	{ location, page }: Answer,
): string | undefined {
	if (!location || page !== 1) return undefined
	const pairs = primaryKey.map((column, i) => {
		const value = location[i] ?? null
		const test = value === null ? 'is.null' : `eq.${value}`
		return `${encodeURIComponent(column)}=${encodeURIComponent(test)}`
	})
	return `${request.path}?${pairs.join('&')}`
}

/** An update that names no column changes nothing and says so as if it had matched nothing. */
function nothingChanged(call: Call, { type, form }: Media, returning: Returning): Reply {
	const full = returning === 'representation'
	if (form.kind === 'object') throw notSingular(0)
	return {
		status: full ? 200 : 204,
		body: full ? (form.kind === 'array' ? '[]' : '') : null,
		type,
		headers: { 'content-range': call.preferences.count ? '*/0' : '*/*' },
		applied: updates,
	}
}
