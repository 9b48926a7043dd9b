import type { Db } from '#platform/pg/db.ts'
import { RestError } from '#platform/rest/errors.ts'
import { type Catalog, findRelation, type Relation } from './catalog.ts'
import { findName } from './catalog-queries.ts'
import { closestName } from './closest-name.ts'
import { readCatalog } from './read-catalog.ts'

const reloadDelay = 100
const minMissingInterval = 1000
/** Reloads for unknown names take at most a tenth of the time. */
const idlePerReading = 9

export type CatalogCache = {
	/** The catalog, loaded by the first call. */
	get(): Promise<Catalog>
	/**
	 * Waits for a pending load after a name was not found. Otherwise loads again if the database has a newer version of that
	 * name, but not soon after the last time.
	 */
	reloadForMissing(schema: string, name: string): Promise<Catalog>
}

/** Loads the catalog on first use and after notifications of schema changes; concurrent requests share one load. */
export function createCatalogCache(db: Db, schemas: readonly string[], log: (error: unknown) => void): CatalogCache {
	let current: Catalog | undefined
	let listening: Promise<void> | undefined
	/** The load under way; there is never a second one. */
	let currentRead: Promise<Catalog> | undefined
	/** A scheduled load. */
	let scheduledRead: Promise<Catalog> | undefined
	let noMissingReadBefore = Number.NEGATIVE_INFINITY
	/** Keyed by schema and name: the version for which a load found no such name. */
	const seen = new Map<string, string>()

	// The old catalog stays in use until the new one is loaded, also after a failure.
	const read = async (): Promise<Catalog> => {
		try {
			current = await readCatalog(db, schemas)
			return current
		} catch (error) {
			log(error)
			throw error
		} finally {
			currentRead = undefined
		}
	}
	const load = (): Promise<Catalog> => {
		currentRead ??= read()
		return currentRead
	}
	const reloadSoon = () => {
		if (scheduledRead) return
		const { promise, resolve, reject } = Promise.withResolvers<Catalog>()
		promise.catch(() => {})
		scheduledRead = promise
		const begin = async () => {
			// A load from before the notification may have missed the change.
			await currentRead?.catch(() => {})
			scheduledRead = undefined
			seen.clear()
			load().then(resolve, reject)
		}
		setTimeout(begin, reloadDelay).unref()
	}
	const listen = async (): Promise<void> => {
		try {
			await db.listen(
				'pgrst',
				(payload) => {
					if (payload === '' || payload === 'reload schema') reloadSoon()
				},
				reloadSoon,
			)
			// A catalog loaded before listening may be outdated.
			if (current) reloadSoon()
		} catch (error) {
			listening = undefined
			log(error)
		}
	}
	const reloadForMissing = async (schema: string, name: string): Promise<Catalog> => {
		const pending = scheduledRead ?? currentRead
		if (pending) return pending
		const isThrottled = () => performance.now() < noMissingReadBefore
		const key = JSON.stringify([schema, name])
		if (current && isThrottled()) return current
		const version = await versionOf(db, schema, name)
		if (current && (isThrottled() || version === null || version === seen.get(key))) return current
		const started = performance.now()
		// The load of another request may be older than this version.
		const isOwn = !currentRead
		try {
			const catalog = await load()
			if (isOwn && version !== null) seen.set(key, version)
			return catalog
		} finally {
			const took = performance.now() - started
			noMissingReadBefore = started + Math.max(minMissingInterval, took * (1 + idlePerReading))
		}
	}

	return {
		async get() {
			listening ??= listen()
			if (current) return current
			await listening
			return load().catch(throwSchemaCacheError)
		},
		reloadForMissing: (schema, name) => reloadForMissing(schema, name).catch(throwSchemaCacheError),
	}
}

async function versionOf(db: Db, schema: string, name: string): Promise<string | null> {
	// PostgreSQL has no names with NUL.
	if (name.includes('\0')) return null
	const rows = await db.as({ role: 'anon' }, (tx) => tx.final<{ version: string | null }>(findName(schema, name)), {
		readOnly: true,
		settings: { search_path: '' },
	})
	return rows[0]?.version ?? null
}

const unreadableMessage = 'Could not query the database for the schema cache. Retrying.'

function throwSchemaCacheError(cause: unknown): never {
	const code = (cause as { code?: unknown }).code
	if (cause instanceof Error && typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code))
		throw new RestError(503, 'PGRST002', unreadableMessage)
	throw cause
}

/**
 * Finds a relation, after one reload for an unknown name.
 * @throws RestError PGRST205
 */
export async function resolveRelation(
	cache: CatalogCache,
	known: Catalog,
	schema: string,
	name: string,
): Promise<{ catalog: Catalog; relation: Relation }> {
	const found = findRelation(known, schema, name)
	if (found) return { catalog: known, relation: found }
	const catalog = await cache.reloadForMissing(schema, name)
	const relation = findRelation(catalog, schema, name)
	if (relation) return { catalog, relation }
	const near = closestName(name, catalog.relations.get(schema)?.keys() ?? [], 0.75)
	const message = `Could not find the table '${schema}.${name}' in the schema cache`
	const hint = near && `Perhaps you meant the table '${schema}.${near}'`
	throw new RestError(404, 'PGRST205', message, { hint })
}
