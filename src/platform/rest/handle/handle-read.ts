import type { Relation } from '#platform/rest/catalog/catalog.ts'
import { resolveRelation } from '#platform/rest/catalog/catalog-cache.ts'
import { compileExplain, compileRead, type ResultRow } from '#platform/rest/compile/compile-read.ts'
import { Compiler } from '#platform/rest/compile/compiler.ts'
import { relationMediaHandlers } from '#platform/rest/compile/media-handlers.ts'
import { notSingularError, rangeError } from '#platform/rest/errors.ts'
import { type BodyFormat, negotiateMediaType } from '#platform/rest/parse/negotiate-media-type.ts'
import { parseQuery } from '#platform/rest/parse/parse-query.ts'
import { applyRangeHeader, buildQueryTree, rangeHeader } from '#platform/rest/parse/query-tree.ts'
import type { RequestContext } from '#platform/rest/respond/request-context.ts'
import { type ResponseDraft, type RestResponse, respond, toContentRange } from '#platform/rest/respond/respond.ts'
import { execute, executeWithPlan, explain, type RestDeps, withShardKey } from './execute.ts'
import type { ReadPlan } from './plan-cache.ts'

/** GET and HEAD of a table or view. */
export async function handleRead(deps: RestDeps, requested: RequestContext, name: string): Promise<RestResponse> {
	const context = withShardKey(deps, requested)
	const { catalog, relation } = await resolveRelation(deps.cache, context.catalog, context.schema, name)
	const plan = deps.plans.get(catalog, planKey(context), () => compilePlan(deps, { ...context, catalog }, relation))
	if (plan.planRequest) return explain(deps, context, plan.statement, plan.planRequest, plan.type)
	const [result, estimate] = plan.explain
		? await executeWithPlan<PlanRow>(deps, context, plan.statement, plan.explain)
		: [await execute(deps, context, plan.statement, true), []]
	if (plan.single && result.page !== 1) throw notSingularError(result.page)
	const total = totalRows(result, estimate, deps.options.maxRows)
	return respond(context, listResponse(context, plan, result, total), result)
}

/** Everything that a plan depends on besides the catalog. */
function planKey({ request, path, schema, preferences }: RequestContext): string {
	const { method, search } = request
	const accept = request.get('accept')
	const range = rangeHeader(request)
	return JSON.stringify([method, schema, preferences.count, accept, range, path, search])
}

function compilePlan({ options }: RestDeps, context: RequestContext, relation: Relation): ReadPlan {
	const { plans } = options
	const query = parseQuery(context.request.search)
	context.timing?.begin('plan')
	const handlers = relationMediaHandlers(context.catalog, relation, query.select)
	const media = negotiateMediaType(context.request.get('accept'), { plans, ...handlers })
	const level = buildQueryTree(query)
	applyRangeHeader(level, rangeHeader(context.request))
	const { count } = context.preferences
	const form: BodyFormat = context.request.method === 'HEAD' ? { ...media.form, kind: 'none' } : media.form
	const compiler = () => new Compiler(context.catalog, options)
	const isEstimated = count === 'planned' || count === 'estimated'
	return {
		statement: compileRead(compiler(), level, relation, form, count),
		explain: isEstimated ? compileExplain(compiler(), level, relation) : undefined,
		offset: level.offset ?? 0,
		location: locationOf(context),
		single: media.form.kind === 'object',
		type: media.type,
		planRequest: media.plan,
	}
}

type PlanRow = { 'QUERY PLAN': readonly { Plan?: { 'Plan Rows'?: number } }[] }

/** The exact count if it was finished, else the planner's estimate. */
function totalRows(result: ResultRow, plan: readonly PlanRow[], ceiling: number): number | undefined {
	const counted = result.total == null ? undefined : Number(result.total)
	const planned = plan[0]?.['QUERY PLAN'][0]?.Plan?.['Plan Rows']
	if (planned === undefined) return counted
	return counted === undefined ? planned : counted > ceiling ? Math.max(planned, counted) : counted
}

/** Path and query, sorted by its keys, for `Content-Location`. */
function locationOf({ path, request: { search } }: Pick<RequestContext, 'path' | 'request'>): string {
	if (!search.includes('&')) return path + search
	const keyed = search
		.slice(1)
		.split('&')
		.map((pair) => ({ pair, key: pair.split('=', 1)[0] ?? '' }))
	keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
	return `${path}?${keyed.map(({ pair }) => pair).join('&')}`
}

export function listResponse(
	context: RequestContext,
	{ offset, type, location }: Pick<ReadPlan, 'offset' | 'type'> & { location?: string },
	result: ResultRow,
	total: number | undefined,
): ResponseDraft {
	const { method } = context.request
	const { status, contentRange } = toContentRange(offset, result.page, total)
	if (status === 416)
		throw rangeError(`An offset of ${offset} was requested, but there are only ${total} rows.`, contentRange)
	return {
		status,
		body: method === 'HEAD' ? '' : (result.body ?? ''),
		type,
		headers: { 'content-range': contentRange, 'content-location': location },
		applied: ['count', 'tx', 'handling', 'timezone'],
	}
}
