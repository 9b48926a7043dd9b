import { resolveRelation } from '#platform/rest/catalog/catalog-cache.ts'
import { noRoutineError } from '#platform/rest/catalog/find-routine.ts'
import { notAcceptableError } from '#platform/rest/errors.ts'
import type { RequestContext } from '#platform/rest/respond/request-context.ts'
import { type RestResponse, respond } from '#platform/rest/respond/respond.ts'
import { beginTransaction, type RestDeps } from './execute.ts'
import { readVisible } from './handle-queries.ts'
import { describeSchema } from './openapi/openapi.ts'

const type = 'application/openapi+json'

/** GET and HEAD of the root: the OpenAPI document of what the caller may use. */
export async function handleRoot({ db, options }: RestDeps, context: RequestContext): Promise<RestResponse> {
	const accept = context.request.get('accept') ?? '*/*'
	if (![type, 'application/json', '*/*', 'application/*'].some((known) => accept.includes(known)))
		throw notAcceptableError([accept])
	beginTransaction(context)
	const [visible] = await db.as(
		context.claims,
		(tx) => tx.final<{ relations: string[]; routines: string[]; comment: string | null }>(readVisible(context.schema)),
		{ readOnly: true },
	)
	const { relations, routines } = context.catalog
	const visibleObjects = {
		comment: visible?.comment ?? undefined,
		relations: named(visible?.relations).flatMap((name) => relations.get(context.schema)?.get(name) ?? []),
		routines: named(visible?.routines).flatMap((name) => routines.get(context.schema)?.get(name)?.slice(0, 1) ?? []),
	}
	const body = JSON.stringify(describeSchema(context.catalog, visibleObjects, options.publicUrl, context.schema))
	return respond(context, { status: 200, body, type: `${type}; charset=utf-8` }, undefined)
}

function named(names: readonly string[] | undefined): string[] {
	return [...(names ?? [])].sort()
}

/** OPTIONS: the methods of a relation or function. */
export async function handleOptions(
	deps: RestDeps,
	context: RequestContext,
	target: { relation?: string; routine?: string },
): Promise<RestResponse> {
	const allow = target.relation
		? await relationAllows(deps, context, target.relation)
		: target.routine
			? await routineAllows(deps, context, target.routine)
			: ['OPTIONS', 'GET', 'HEAD']
	return respond(context, { status: 200, headers: { allow: allow.join(',') } }, undefined)
}

async function relationAllows(deps: RestDeps, context: RequestContext, name: string): Promise<string[]> {
	const { relation } = await resolveRelation(deps.cache, context.catalog, context.schema, name)
	const { insertable, updatable, deletable, primaryKey } = relation
	const methods = ['OPTIONS', 'GET', 'HEAD']
	if (insertable) methods.push('POST')
	if (insertable && updatable && primaryKey.length > 0) methods.push('PUT')
	if (updatable) methods.push('PATCH')
	if (deletable) methods.push('DELETE')
	return methods
}

async function routineAllows({ cache }: RestDeps, context: RequestContext, name: string): Promise<string[]> {
	const { schema } = context
	const find = ({ routines }: RequestContext['catalog']) => routines.get(schema)?.get(name)
	const overloads = find(context.catalog) ?? find(await cache.reloadForMissing(schema, name))
	if (!overloads) {
		const invocation = { schema, name, argumentNames: [], bodyType: undefined }
		throw noRoutineError(await cache.get(), invocation, [])
	}
	const onlyWrites = overloads.every((r) => r.volatility === 'volatile')
	return onlyWrites ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']
}
