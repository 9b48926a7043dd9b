import type { Db, Tx } from '#server/pg/db.ts'
import type { Catalog } from './catalog.ts'
import { buildCatalog } from './catalog-build.ts'
import {
	readConstraints,
	readGeoJson,
	readMediaAggregates,
	readRelations,
	readRoutines,
	readSearchConfigs,
	readShapes,
	readTypes,
	readViewRules,
} from './catalog-queries.ts'
import type { CatalogRows } from './catalog-rows.ts'
import type { Yielder } from './yielder.ts'

/** Reads the catalog. The search path is empty, so that PostgreSQL itself qualifies every name that it prints. */
export async function readCatalog(
	db: Db,
	schemas: readonly string[],
	yielder?: Yielder,
): Promise<Catalog> {
	const rows = await db.as(
		{ role: 'anon' },
		async (tx): Promise<CatalogRows> => {
			const [
				relations,
				constraints,
				routines,
				types,
				searchConfigs,
				mediaAggregates,
				geoJson,
				shapes,
			] = await Promise.all([
				tx.query<CatalogRows['relations'][number]>(readRelations()),
				tx.query<CatalogRows['constraints'][number]>(readConstraints()),
				tx.query<CatalogRows['routines'][number]>(readRoutines(schemas)),
				tx.query<CatalogRows['types'][number]>(readTypes(schemas)),
				tx.query<CatalogRows['searchConfigs'][number]>(readSearchConfigs()),
				tx.query<CatalogRows['mediaAggregates'][number]>(readMediaAggregates(schemas)),
				tx.query<CatalogRows['geoJson'][number]>(readGeoJson()),
				tx.query<CatalogRows['shapes'][number]>(readShapes()),
			])
			return {
				relations,
				constraints,
				rules: await readRules(tx),
				routines,
				types,
				searchConfigs,
				mediaAggregates,
				geoJson,
				shapes,
			}
		},
		{ readOnly: true, settings: { search_path: '' }, statementTimeout: 30_000 },
	)
	return buildCatalog(rows, schemas, yielder)
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
