import type { Db, Tx } from '#platform/pg/db.ts'
import { buildCatalog } from './build-catalog.ts'
import type { Catalog } from './catalog.ts'
import {
	type CatalogRows,
	readConstraints,
	readGeoJson,
	readMediaAggregates,
	readRelations,
	readRepresentations,
	readRoutines,
	readSearchConfigs,
	readTypes,
	readViewRules,
} from './catalog-queries.ts'
import type { EventLoopYield } from './event-loop-yield.ts'

/** Reads the catalog. The search path is empty, so that PostgreSQL itself qualifies every name that it prints. */
export async function readCatalog(db: Db, schemas: readonly string[], eventLoop?: EventLoopYield): Promise<Catalog> {
	const rows = await db.as(
		{ role: 'anon' },
		async (tx): Promise<CatalogRows> => {
			const queries = {
				relations: readRelations(),
				constraints: readConstraints(),
				routines: readRoutines(schemas),
				types: readTypes(schemas),
				searchConfigs: readSearchConfigs(),
				mediaAggregates: readMediaAggregates(schemas),
				geoJson: readGeoJson(),
				representations: readRepresentations(),
			}
			const lists = await Promise.all(Object.values(queries).map((query) => tx.query(query)))
			const rows = Object.fromEntries(Object.keys(queries).map((key, i) => [key, lists[i]]))
			return { ...rows, rules: await readRules(tx) } as CatalogRows
		},
		{ readOnly: true, settings: { search_path: '' }, statementTimeout: 30_000 },
	)
	return buildCatalog(rows, schemas, eventLoop)
}

/** Rules are long: all at once they would keep the driver busy for too long. */
const rulesPerPage = 20

async function readRules(tx: Tx): Promise<CatalogRows['rules']> {
	const rules: CatalogRows['rules'] = []
	for (let after = '0'; ; after = rules.at(-1)?.view ?? after) {
		const page = await tx.query<CatalogRows['rules'][number]>(readViewRules(after, rulesPerPage))
		rules.push(...page)
		if (page.length < rulesPerPage) return rules
	}
}
