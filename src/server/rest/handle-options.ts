import type { Call, Engine } from './engine.ts'
import type { RestAnswer } from './exchange.ts'
import { noRoutine } from './find-routine.ts'
import { relationOf } from './relation-of.ts'
import { respond } from './respond.ts'

/** OPTIONS: what a relation or function can be asked (data.md §2.1). */
export async function handleOptions(
	engine: Engine,
	call: Call,
	target: { relation?: string; routine?: string },
): Promise<RestAnswer> {
	const allow = target.relation
		? await relationAllows(engine, call, target.relation)
		: target.routine
			? await routineAllows(engine, call, target.routine)
			: ['OPTIONS', 'GET', 'HEAD']
	return respond(call, { status: 200, headers: { allow: allow.join(',') } }, undefined)
}

async function relationAllows(engine: Engine, call: Call, name: string): Promise<string[]> {
	const { relation } = await relationOf(engine, call, name)
	const { insertable, updatable, deletable, primaryKey } = relation
	const methods = ['OPTIONS', 'GET', 'HEAD']
	if (insertable) methods.push('POST')
	if (insertable && updatable && primaryKey.length > 0) methods.push('PUT')
	if (updatable) methods.push('PATCH')
	if (deletable) methods.push('DELETE')
	return methods
}

async function routineAllows({ cache }: Engine, call: Call, name: string): Promise<string[]> {
	const { schema } = call
	const find = ({ routines }: Call['catalog']) => routines.get(schema)?.get(name)
	const overloads = find(call.catalog) ?? find(await cache.reloadForMissing(schema, name))
	if (!overloads) {
		const invocation = { schema, name, given: [], bodyType: undefined }
		throw noRoutine(await cache.get(), invocation, [])
	}
	const onlyWrites = overloads.every((r) => r.volatility === 'volatile')
	return onlyWrites ? ['OPTIONS', 'POST'] : ['OPTIONS', 'GET', 'HEAD', 'POST']
}
