import type { Relation } from '#platform/rest/catalog/catalog.ts'
import { resolveRelation } from '#platform/rest/catalog/catalog-cache.ts'
import {
	compileDelete,
	compileInsert,
	compileUpdate,
	type InsertOptions,
	keyMismatchError,
	readPutOptions,
} from '#platform/rest/compile/compile-dml.ts'
import type { ResultRow } from '#platform/rest/compile/compile-read.ts'
import { compileWrite, type WriteStatement } from '#platform/rest/compile/compile-write.ts'
import { Compiler } from '#platform/rest/compile/compiler.ts'
import { relationMediaHandlers } from '#platform/rest/compile/media-handlers.ts'
import { notSingularError, tooManyAffectedError } from '#platform/rest/errors.ts'
import { type NegotiatedMedia, negotiateMediaType } from '#platform/rest/parse/negotiate-media-type.ts'
import { type Payload, parsePayload } from '#platform/rest/parse/parse-payload.ts'
import { parseQuery } from '#platform/rest/parse/parse-query.ts'
import { buildQueryTree, type QueryLevel } from '#platform/rest/parse/query-tree.ts'
import { readBodyText } from '#platform/rest/parse/read-request-body.ts'
import type { RequestContext } from '#platform/rest/respond/request-context.ts'
import { type ResponseDraft, type RestResponse, respond } from '#platform/rest/respond/respond.ts'
import { execute, explain, type RestDeps, withShardKey } from './execute.ts'

/** POST, PATCH, PUT and DELETE of a table or view. */
export async function handleWrite(deps: RestDeps, requested: RequestContext, name: string): Promise<RestResponse> {
	const { request } = requested
	const { method, search } = request
	const query = parseQuery(search)
	const body = method === 'DELETE' ? '' : await readBodyText(request)
	const context = withShardKey(deps, requested, body)
	const { catalog, relation } = await resolveRelation(deps.cache, context.catalog, context.schema, name)
	context.timing?.begin('plan')
	const { plans } = deps.options
	const handlers = relationMediaHandlers(catalog, relation, query.select)
	const media = negotiateMediaType(request.get('accept'), { plans, ...handlers })
	const level = buildQueryTree(query)
	const returning = context.preferences.return ?? 'minimal'
	const c = new Compiler(catalog, deps.options)
	const read = () => parsePayload(body, request.get('content-type'), query.columns)
	const change = compileStatement(c, context, level, relation, query.onConflict, read)
	if (!change) {
		// An update without columns is answered as if no row matched.
		if (media.form.kind === 'object') throw notSingularError(0)
		const result = { page: 0, body: media.form.kind === 'array' ? '[]' : '' }
		return respond(context, writeResponse(context, relation, media, query.onConflict, result), undefined)
	}
	const statement = compileWrite(c, level, relation, change, returning, media.form)
	if (media.plan) return explain(deps, context, statement, media.plan, media.type)
	const result = await execute(deps, context, statement, false, checkOf(context, media))
	const draft = writeResponse(context, relation, media, query.onConflict, result)
	return respond(context, draft, result)
}

function compileStatement(
	c: Compiler,
	context: RequestContext,
	level: QueryLevel,
	relation: Relation,
	onConflict: readonly string[] | undefined,
	read: () => Payload,
): WriteStatement | undefined {
	const { method } = context.request
	if (method === 'DELETE') return compileDelete(c, level, relation)
	const payload = read()
	const { resolution, missing } = context.preferences
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
	return compileInsert(c, relation, payload, { ...options, ...readPutOptions(level, relation, payload) })
}

/** Conditions for the commit; undefined saves a round trip. */
function checkOf(context: RequestContext, media: NegotiatedMedia) {
	const { handling, maxAffected } = context.preferences
	const { method } = context.request
	const limited = handling === 'strict' && (method === 'PATCH' || method === 'DELETE')
	const limit = limited ? maxAffected : undefined
	const single = media.form.kind === 'object'
	const isPut = method === 'PUT'
	if (limit === undefined && !single && !isPut) return undefined
	return ({ page }: ResultRow) => {
		if (isPut && page === 0) throw keyMismatchError()
		if (limit !== undefined && page > limit) throw tooManyAffectedError(page)
		if (single && page !== 1) throw notSingularError(page)
	}
}

function writeResponse(
	context: RequestContext,
	relation: Relation,
	media: NegotiatedMedia,
	onConflict: readonly string[] | undefined,
	result: ResultRow,
): ResponseDraft {
	const full = context.preferences.return === 'representation'
	const total = context.preferences.count ? String(result.page) : '*'
	const base = {
		body: full ? (result.body ?? '') : null,
		type: media.type,
		headers: { 'content-range': `*/${total}` },
	}
	const { method } = context.request
	if (method === 'DELETE') return { ...base, status: full ? 200 : 204, applied: deletes }
	if (method === 'PATCH') {
		const range = result.page > 0 ? `0-${result.page - 1}` : '*'
		const headers = { 'content-range': `${range}/${total}` }
		return { ...base, headers, status: full ? 200 : 204, applied: updates }
	}
	// A statement without updates inserted every row.
	const inserted = Number(result.inserted ?? result.page)
	if (method === 'PUT')
		return {
			...base,
			headers: {},
			status: full ? (inserted > 0 ? 201 : 200) : 204,
			applied: puts,
		}
	const { resolution } = context.preferences
	const resolves = relation.primaryKey.length > 0 || onConflict !== undefined
	return {
		...base,
		headers: { ...base.headers, location: locationOf(context, relation, result) },
		status: resolution === 'merge-duplicates' && inserted <= 0 ? 200 : 201,
		applied: resolves ? ['resolution', ...inserts] : inserts,
	}
}

const inserts = ['missing', 'return', 'count', 'tx', 'handling', 'timezone'] as const
const puts = ['return', 'count', 'tx', 'handling', 'timezone'] as const
const deletes = [...puts, 'maxAffected'] as const
const updates = ['missing', 'return', 'count', 'tx', 'handling', 'timezone', 'maxAffected'] as const

/** `Location` of a single inserted row. */
function locationOf(
	{ path }: RequestContext,
	{ primaryKey }: Relation,
	{ location, page }: ResultRow,
): string | undefined {
	if (!location || page !== 1) return undefined
	const pairs = primaryKey.map((column, i) => {
		const value = location[i] ?? null
		const test = value === null ? 'is.null' : `eq.${value}`
		return `${encodeURIComponent(column)}=${encodeURIComponent(test)}`
	})
	return `${path}?${pairs.join('&')}`
}
