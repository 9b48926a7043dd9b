import { type Db, RollbackWith, type Tx } from '#platform/pg/db.ts'
import { quoteIdentifier } from '#platform/pg/identifiers.ts'
import type { Query } from '#platform/pg/sql.ts'
import type { CatalogCache } from '#platform/rest/catalog/catalog-cache.ts'
import type { ResultRow } from '#platform/rest/compile/compile-read.ts'
import type { PlanRequest } from '#platform/rest/parse/negotiate-media-type.ts'
import { readShardKey } from '#platform/rest/parse/read-shard-key.ts'
import type { RequestContext, RestOptions } from '#platform/rest/respond/request-context.ts'
import { type RestResponse, respond } from '#platform/rest/respond/respond.ts'
import { checkConstraints } from './handle-queries.ts'
import type { PlanCache, ReadPlan } from './plan-cache.ts'

export type RestDeps = {
	db: Db
	cache: CatalogCache
	options: RestOptions
	plans: PlanCache<ReadPlan>
}

/**
 * Runs a compiled request in one transaction as its caller.
 * @param check throws to roll back; without it the commit is sent together with the statement
 */
export async function execute(
	deps: RestDeps,
	context: RequestContext,
	query: Query,
	readOnly: boolean,
	check?: (answer: ResultRow) => void,
): Promise<ResultRow> {
	const undo = context.preferences.tx === 'rollback'
	return transact(deps, context, readOnly, async (tx) => {
		if (!check && !undo) return singleRow(await tx.final<ResultRow>(query))
		const answer = singleRow(await tx.query<ResultRow>(query))
		check?.(answer)
		if (undo) {
			if (!readOnly) await tx.query(checkConstraints())
			throw new RollbackWith(answer)
		}
		return answer
	})
}

function transact<T>(
	{ db, options }: RestDeps,
	context: RequestContext,
	readOnly: boolean,
	work: (tx: Tx) => Promise<T>,
): Promise<T> {
	beginTransaction(context)
	const { claims, shardKey } = context
	return db.as(claims, work, { readOnly, shardKey, settings: settingsOf(context, options) })
}

/** The context of a request whose body may name its shard key. */
export function withShardKey(
	{ options }: Pick<RestDeps, 'options'>,
	context: RequestContext,
	body?: string,
): RequestContext {
	if (!options.shardKeys) return context
	const { path, request } = context
	return { ...context, shardKey: readShardKey(options.shardKeys, { path, search: request.search, body }) }
}

/** The step `plan` is empty for a cached plan. */
export function beginTransaction({ timing }: Pick<RequestContext, 'timing'>): void {
	timing?.begin('plan')
	timing?.begin('transaction')
}

/** Runs a second statement in the same transaction, in the same round trip. */
export async function executeWithPlan<Row extends object>(
	deps: RestDeps,
	context: RequestContext,
	first: Query,
	second: Query,
): Promise<[ResultRow, Row[]]> {
	return transact(deps, context, true, async (tx) => {
		const [result, rows] = await Promise.all([tx.query<ResultRow>(first), tx.final<Row>(second)])
		return [singleRow(result), rows]
	})
}

function singleRow(rows: ResultRow[]): ResultRow {
	const [answer] = rows
	if (!answer) throw new Error('the statement gave no answer row')
	return answer
}

function settingsOf(context: RequestContext, { extraSearchPath }: RestOptions): Record<string, string> {
	const { request, path, schema, preferences } = context
	const settings: Record<string, string> = {
		'request.method': request.method,
		'request.path': path,
		'request.headers': JSON.stringify(request.headers),
		'request.cookies': JSON.stringify(readCookies(request.get('cookie'))),
	}
	const searchPath = [...new Set([schema, ...extraSearchPath])]
	// `public` is the default search path of the login role.
	if (searchPath.join() !== 'public') settings.search_path = searchPath.map(quoteIdentifier).join(', ')
	if (preferences.timezone !== undefined) settings.timezone = preferences.timezone
	return settings
}

function readCookies(header: string | null): Record<string, string> {
	if (!header) return {}
	return Object.fromEntries(
		header
			.split(';')
			.map((part) => part.trim())
			.filter((part) => part.includes('='))
			.map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
	)
}

/** Answers with the query plan of a statement. Rolls back, as `analyze` executes it. */
export async function explain(
	deps: RestDeps,
	context: RequestContext,
	{ text, values }: Query,
	request: PlanRequest,
	type: string,
): Promise<RestResponse> {
	const options = [`format ${request.format}`, ...request.options].join(', ')
	const query = { text: `explain (${options}) ${text}`, values }
	const readOnly = ['GET', 'HEAD'].includes(context.request.method)
	const rows = await transact(deps, context, readOnly, async (tx): Promise<{ 'QUERY PLAN': unknown }[]> => {
		throw new RollbackWith(await tx.query(query))
	})
	const lines = rows.map((row) => row['QUERY PLAN'])
	const body = request.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n')
	return respond(context, { status: 200, body, type }, undefined)
}
