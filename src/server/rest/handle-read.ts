import { negotiate } from './accept.ts'
import type { Relation } from './catalog.ts'
import { type Answer, type BodyForm, compileExplain, compileRead } from './compile-read.ts'
import { Compiler } from './compiler.ts'
import { type Call, type Engine, execute, executeBoth } from './engine.ts'
import type { RestAnswer } from './exchange.ts'
import { explain } from './explain.ts'
import { makersOf } from './media-makers.ts'
import { parseQuery } from './parse-query.ts'
import { badRange, notSingular } from './problem.ts'
import { buildTree } from './query-tree.ts'
import { rangeHeader, readRange, settleRange } from './range.ts'
import type { ReadPlan } from './read-plan.ts'
import { relationOf } from './relation-of.ts'
import { type Reply, respond } from './respond.ts'

/** GET and HEAD of a table or view (data.md §2.7). */
export async function handleRead(engine: Engine, call: Call, name: string): Promise<RestAnswer> {
	const { catalog, relation } = await relationOf(engine, call, name)
	const plan = engine.plans.get(catalog, keyOf(call), () =>
		compilePlan(engine, { ...call, catalog }, relation),
	)
	if (plan.wish) return explain(engine, call, plan.statement, plan.wish, plan.type)
	const [answer, guess] = plan.explain
		? await executeBoth<PlanRow>(engine, call, plan.statement, plan.explain)
		: [await execute(engine, call, plan.statement, true), []]
	if (plan.single && answer.page !== 1) throw notSingular(answer.page)
	const total = totalOf(answer, guess, engine.options.maxRows)
	return respond(call, readReply(call, plan, answer, total), answer)
}

/** All that a plan depends on, besides the catalog. */
function keyOf({ request, schema, preferences }: Call): string {
	const { method, path, search, headers } = request
	const accept = headers.get('accept')
	const range = rangeHeader(request)
	return JSON.stringify([method, schema, preferences.count, accept, range, path, search])
}

function compilePlan({ options }: Engine, call: Call, relation: Relation): ReadPlan {
	const { plans } = options
	const query = parseQuery(call.request.search)
	call.timing?.begin('plan')
	const makers = makersOf(call.catalog, relation, query.select)
	const media = negotiate(call.request.headers.get('accept'), { plans, ...makers })
	const level = buildTree(query)
	settleRange(level, rangeHeader(call.request))
	const { count } = call.preferences
	const form: BodyForm =
		call.request.method === 'HEAD' ? { ...media.form, kind: 'none' } : media.form
	const compiler = () => new Compiler(call.catalog, options)
	const guessed = count === 'planned' || count === 'estimated'
	return {
		statement: compileRead(compiler(), level, relation, form, count),
		explain: guessed ? compileExplain(compiler(), level, relation) : undefined,
		offset: level.offset ?? 0,
		single: media.form.kind === 'object',
		type: media.type,
		wish: media.plan,
	}
}

type PlanRow = { 'QUERY PLAN': readonly { Plan?: { 'Plan Rows'?: number } }[] }

/** An exact total if it was counted to the end, else the planner's. */
function totalOf(answer: Answer, plan: readonly PlanRow[], ceiling: number): number | undefined {
	const counted = answer.total == null ? undefined : Number(answer.total)
	const planned = plan[0]?.['QUERY PLAN'][0]?.Plan?.['Plan Rows']
	if (planned === undefined) return counted
	return counted === undefined ? planned : counted > ceiling ? Math.max(planned, counted) : counted
}

/** A query by the order of its keys, as one place has one name. */
function canonical(search: string): string {
	if (!search.includes('&')) return search
	const keyed = search
		.slice(1)
		.split('&')
		.map((pair) => ({ pair, key: pair.split('=', 1)[0] ?? '' }))
	keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
	return `?${keyed.map(({ pair }) => pair).join('&')}`
}

/** Status, Content-Range and body of a list. */
export function readReply(
	call: Call,
	{ offset, type }: Pick<ReadPlan, 'offset' | 'type'>,
	answer: Answer,
	total: number | undefined,
): Reply {
	const { method, path, search } = call.request
	const { status, contentRange } = readRange(offset, answer.page, total)
	if (status === 416)
		throw badRange(
			`An offset of ${offset} was requested, but there are only ${total} rows.`,
			contentRange,
		)
	return {
		status,
		body: method === 'HEAD' ? '' : (answer.body ?? ''),
		type,
		headers: { 'content-range': contentRange, 'content-location': path + canonical(search) },
		applied: ['count', 'tx', 'handling', 'timezone'],
	}
}
