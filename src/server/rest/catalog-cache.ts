import type { Db } from '#server/pg/db.ts'
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
import { RestProblem } from './problem.ts'

const reloadDelay = 100
const minMissingInterval = 1000

/** The catalog in memory and the ways it is renewed. */
export type CatalogCache = {
	/** The catalog, read at the first call. */
	get(): Promise<Catalog>
	/**
	 * Called when a name was not found, in case the schema has just changed: waits for a reading that was announced, else reads
	 * again, at most once a second.
	 */
	reloadForMissing(): Promise<Catalog>
}

/** Read when first asked for and again whenever the database says that it changed; requests meanwhile share one reading. */
export function createCatalogCache(
	db: Db,
	schemas: readonly string[],
	log: (error: unknown) => void,
): CatalogCache {
	let current: Promise<Catalog> | undefined
	let missedAt = Number.NEGATIVE_INFINITY
	let isListening = false
	let begun = 0
	let shown = 0
	/** What a reading will bring that is due and has not begun. */
	let announced: Promise<Catalog> | undefined

	const load = (): Promise<Catalog> => {
		const loading = readCatalog(db, schemas)
		loading.catch((error) => {
			log(error)
			if (current === loading) current = undefined
		})
		return loading
	}
	// The old one serves until the new one is there, and stays if that fails. What was begun later knows more.
	const reload = async (): Promise<Catalog> => {
		const reading = ++begun
		const loading = load()
		const catalog = await loading
		if (reading > shown) {
			shown = reading
			current = loading
		}
		return catalog
	}
	const reloadSoon = () => {
		if (announced) return
		const { promise, resolve, reject } = Promise.withResolvers<Catalog>()
		promise.catch(() => {})
		announced = promise
		const begin = () => {
			announced = undefined
			reload().then(resolve, reject)
		}
		setTimeout(begin, reloadDelay).unref()
	}
	const listen = () =>
		db.listen(
			'pgrst',
			(payload) => {
				if (payload === '' || payload === 'reload schema') reloadSoon()
			},
			reloadSoon,
		)

	return {
		async get() {
			if (!isListening) {
				isListening = true
				listen().catch((error) => {
					isListening = false
					log(error)
				})
			}
			current ??= load()
			return current.catch((cause) => {
				throw unavailable(cause)
			})
		},
		async reloadForMissing() {
			const isRecent = performance.now() - missedAt < minMissingInterval
			if (!announced && current && isRecent) return current
			if (!announced) missedAt = performance.now()
			return (announced ?? reload()).catch((cause) => {
				throw unavailable(cause)
			})
		},
	}
}

/** Names are read with an empty search path, so that PostgreSQL itself qualifies every name that it prints. */
async function readCatalog(db: Db, schemas: readonly string[]): Promise<Catalog> {
	const rows = await db.as(
		{ role: 'anon' },
		async (tx): Promise<CatalogRows> => {
			const [
				relations,
				constraints,
				rules,
				routines,
				types,
				searchConfigs,
				mediaAggregates,
				geoJson,
				shapes,
			] = await Promise.all([
				tx.query<CatalogRows['relations'][number]>(readRelations()),
				tx.query<CatalogRows['constraints'][number]>(readConstraints()),
				tx.query<CatalogRows['rules'][number]>(readViewRules()),
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
				rules,
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
	return buildCatalog(rows, schemas)
}

function unavailable(cause: unknown): unknown {
	const code = (cause as { code?: unknown }).code
	if (cause instanceof Error && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
		return new RestProblem(
			503,
			'PGRST002',
			'Could not query the database for the schema cache. Retrying.',
		)
	return cause
}
