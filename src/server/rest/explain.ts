import type { Query } from '#server/pg/sql.ts'
import type { PlanWish } from './accept.ts'
import { type Call, type Engine, runOnce } from './engine.ts'
import type { RestAnswer } from './exchange.ts'
import { respond } from './respond.ts'

/** PostgreSQL's plan of a compiled statement. What `analyze` runs is undone. */
export async function explain(
	engine: Engine,
	call: Call,
	{ text, values }: Query,
	wish: PlanWish,
	type: string,
): Promise<RestAnswer> {
	const options = [`format ${wish.format}`, ...wish.options].join(', ')
	const rows = await runOnce<{ 'QUERY PLAN': unknown }>(engine, call, {
		text: `explain (${options}) ${text}`,
		values,
	})
	const lines = rows.map((row) => row['QUERY PLAN'])
	const body = wish.format === 'json' ? JSON.stringify(lines[0]) : lines.join('\n')
	return respond(call, { status: 200, body, type }, undefined)
}
