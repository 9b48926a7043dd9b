import { type Catalog, findRelation, type Relation } from './catalog.ts'
import { closest } from './closest-name.ts'
import type { Call, Engine } from './engine.ts'
import { RestProblem } from './problem.ts'

/** Similar names are looked for in schemas of fewer relations than this, as in PostgREST. */
const maxSearched = 500

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
	const known = catalog.relations.get(call.schema)
	const isSearched = known && known.size < maxSearched
	const near = isSearched ? closest(name, known.keys(), 0.75) : undefined
	throw new RestProblem(
		404,
		'PGRST205',
		`Could not find the table '${call.schema}.${name}' in the schema cache`,
		{ hint: near && `Perhaps you meant the table '${call.schema}.${near}'` },
	)
}
