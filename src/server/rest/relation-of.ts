import { type Catalog, findRelation, type Relation } from './catalog.ts'
import { closest } from './closest-name.ts'
import type { Call, Engine } from './engine.ts'
import { RestProblem } from './problem.ts'

/**
 * The relation that a path names, after one more look at the database if it is not known.
 * @throws RestProblem PGRST205
 */
export async function relationOf(
	{ cache }: Engine,
	call: Call,
	name: string,
): Promise<{ catalog: Catalog; relation: Relation }> {
	const found = findRelation(call.catalog, call.schema, name)
	if (found) return { catalog: call.catalog, relation: found }
	const catalog = await cache.reloadForMissing(call.schema, name)
	const relation = findRelation(catalog, call.schema, name)
	if (relation) return { catalog, relation }
	const near = closest(name, catalog.relations.get(call.schema)?.keys() ?? [], 0.75)
	throw new RestProblem(
		404,
		'PGRST205',
		`Could not find the table '${call.schema}.${name}' in the schema cache`,
		{ hint: near && `Perhaps you meant the table '${call.schema}.${near}'` },
	)
}
