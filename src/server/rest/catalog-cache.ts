import type { Db } from '#server/pg/db.ts'
import type { Catalog } from './catalog.ts'
import { findName } from './catalog-queries.ts'
import { RestProblem } from './problem.ts'
import { readCatalog } from './read-catalog.ts'

const reloadDelay = 100
const minMissingInterval = 1000
/** Unknown names may keep the server reading for at most a tenth of the time. */
const restPerReading = 9

/** The catalog in memory and the ways it is renewed. */
export type CatalogCache = {
	/** The catalog, read at the first call. */
	get(): Promise<Catalog>
	/**
	 * Called when a name was not found, in case the schema has just changed: waits for a reading that was announced or is under
	 * way. Else reads again, but only when the database has something of that name which was not read yet, and not soon after
	 * the last time.
	 */
	reloadForMissing(schema: string, name: string): Promise<Catalog>
}

/** Read when first asked for and again whenever the database says that it changed; requests meanwhile share one reading. */
export function createCatalogCache(
	db: Db,
	schemas: readonly string[],
	log: (error: unknown) => void,
): CatalogCache {
	let current: Catalog | undefined
	let listening: Promise<void> | undefined
	/** The reading that has begun. There is never a second one beside it. */
	let underway: Promise<Catalog> | undefined
	/** A reading that is due and has not begun. */
	let announced: Promise<Catalog> | undefined
	let missingRestsUntil = Number.NEGATIVE_INFINITY
	/** By schema and name: what a reading for the sake of this name has seen. It would find nothing more. */
	const seen = new Map<string, string>()

	// The old one serves until the new one is there, and stays if that fails.
	const read = async (): Promise<Catalog> => {
		try {
			current = await readCatalog(db, schemas)
			return current
		} catch (error) {
			log(error)
			throw error
		} finally {
			underway = undefined
		}
	}
	const load = (): Promise<Catalog> => {
		underway ??= read()
		return underway
	}
	const reloadSoon = () => {
		if (announced) return
		const { promise, resolve, reject } = Promise.withResolvers<Catalog>()
		promise.catch(() => {})
		announced = promise
		const begin = async () => {
			// A reading that began before the notice may have missed what changed.
			await underway?.catch(() => {})
			announced = undefined
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
			// What was read before anything could be heard may be outdated.
			if (current) reloadSoon()
		} catch (error) {
			listening = undefined
			log(error)
		}
	}
	const reloadForMissing = async (schema: string, name: string): Promise<Catalog> => {
		const begun = announced ?? underway
		if (begun) return begun
		const rests = () => performance.now() < missingRestsUntil
		const key = JSON.stringify([schema, name])
		if (current && rests()) return current
		const version = await versionOf(db, schema, name)
		if (current && (rests() || version === null || version === seen.get(key))) return current
		const started = performance.now()
		// A reading that another request began may be older than this version.
		const isOwn = !underway
		try {
			const catalog = await load()
			if (isOwn && version !== null) seen.set(key, version)
			return catalog
		} finally {
			const took = performance.now() - started
			missingRestsUntil = started + Math.max(minMissingInterval, took * (1 + restPerReading))
		}
	}

	return {
		async get() {
			listening ??= listen()
			if (current) return current
			await listening
			return load().catch((cause) => {
				throw unavailable(cause)
			})
		},
		reloadForMissing: (schema, name) =>
			reloadForMissing(schema, name).catch((cause) => {
				throw unavailable(cause)
			}),
	}
}

async function versionOf(db: Db, schema: string, name: string): Promise<string | null> {
	// PostgreSQL takes no such text, and has no such name.
	if (name.includes('\0')) return null
	const rows = await db.as(
		{ role: 'anon' },
		(tx) => tx.final<{ version: string | null }>(findName(schema, name)),
		{ readOnly: true, settings: { search_path: '' } },
	)
	return rows[0]?.version ?? null
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
