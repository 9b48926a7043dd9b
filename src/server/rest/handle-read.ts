import { negotiate } from './accept.ts'
import { type Answer, type BodyForm, compileExplain, compileRead } from './compile-read.ts'
import { Compiler } from './compiler.ts'
import { csvHeader } from './csv-header.ts'
import { type Call, type Engine, execute, executeBoth } from './engine.ts'
import { parseQuery } from './parse-query.ts'
import { badRange, notSingular } from './problem.ts'
import { buildTree, type Level } from './query-tree.ts'
import { applyRangeHeader, readRange } from './range.ts'
import { relationOf } from './relation-of.ts'
import { type Reply, respond } from './respond.ts'

/** GET and HEAD of a table or view (data.md §2.7). */
export async function handleRead(engine: Engine, call: Call, name: string): Promise<Response> {
	const media = negotiate(call.headers.get('accept'))
	const query = parseQuery(call.search)
	const { catalog, relation } = await relationOf(engine, call, name)
	const level = buildTree(query)
	applyRangeHeader(level, call.headers.get('range'))
	const { count } = call.preferences
	const form: BodyForm = call.method === 'HEAD' ? { ...media.form, kind: 'none' } : media.form
	const compiler = () => new Compiler(catalog, engine.options)
	const statement = compileRead(compiler(), level, relation, form, count)
	const needsPlan = count === 'planned' || count === 'estimated'
	const [answer, plan] = needsPlan
		? await executeBoth<PlanRow>(
				engine,
				call,
				statement,
				compileExplain(compiler(), level, relation),
			)
		: [await execute(engine, call, statement, true), []]
	if (media.form.kind === 'object' && answer.page !== 1) throw notSingular(answer.page)
	const total = totalOf(answer, plan, engine.options.maxRows)
	const header = form.kind === 'csv' ? csvHeader(relation, query.select) : ''
	return respond(call, readReply(call, level, answer, total, media.type, header), answer)
}

type PlanRow = { 'QUERY PLAN': readonly { Plan?: { 'Plan Rows'?: number } }[] }

/** An exact total if it was counted to the end, else the planner's. */
function totalOf(answer: Answer, plan: readonly PlanRow[], ceiling: number): number | undefined {
	const counted = answer.total === null ? undefined : Number(answer.total)
	const planned = plan[0]?.['QUERY PLAN'][0]?.Plan?.['Plan Rows']
	if (planned === undefined) return counted
	return counted === undefined ? planned : counted > ceiling ? Math.max(planned, counted) : counted
}

/** Status, Content-Range and body of a list. */
export function readReply(
	call: Call,
	level: Level,
	answer: Answer,
	total: number | undefined,
	type: string,
	csv = '',
): Reply {
	const offset = level.offset ?? 0
	const { status, contentRange } = readRange(offset, answer.page, total)
	if (status === 416)
		throw badRange(`An offset of ${offset} was requested, but there are only ${total} rows.`)
	return {
		status,
		body: call.method === 'HEAD' ? '' : `${csv}${answer.body ?? ''}`,
		type,
		headers: { 'content-range': contentRange, 'content-location': `${call.path}${call.search}` },
		applied: ['count', 'tx', 'handling', 'timezone'],
	}
}
