import type { Query } from '#server/pg/sql.ts'
import { beginTransaction, type Call, type Engine } from './engine.ts'
import type { RestAnswer } from './exchange.ts'
import { describeSchema } from './openapi.ts'
import { readVisible } from './openapi-queries.ts'
import { notAcceptable } from './problem.ts'
import { respond } from './respond.ts'

const type = 'application/openapi+json'

/** GET and HEAD of the root: what the caller may see, as OpenAPI (data.md §2.8). */
export async function handleRoot({ db, options }: Engine, call: Call): Promise<RestAnswer> {
	const accept = call.request.headers.get('accept') ?? '*/*'
	if (![type, 'application/json', '*/*', 'application/*'].some((known) => accept.includes(known)))
		throw notAcceptable([accept])
	const query: Query = readVisible(call.schema)
	beginTransaction(call)
	const [visible] = await db.as(
		call.claims,
		(tx) => tx.final<{ relations: string[]; routines: string[]; comment: string | null }>(query),
		{ readOnly: true },
	)
	const { relations, routines } = call.catalog
	const seen = {
		comment: visible?.comment ?? undefined,
		relations: named(visible?.relations).flatMap(
			(name) => relations.get(call.schema)?.get(name) ?? [],
		),
		routines: named(visible?.routines).flatMap(
			(name) => routines.get(call.schema)?.get(name)?.slice(0, 1) ?? [],
		),
	}
	const body = JSON.stringify(describeSchema(call.catalog, seen, options.publicUrl, call.schema))
	return respond(call, { status: 200, body, type: `${type}; charset=utf-8` }, undefined)
}

function named(names: readonly string[] | undefined): string[] {
	return [...(names ?? [])].sort()
}
