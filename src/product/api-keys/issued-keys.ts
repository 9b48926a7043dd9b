import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { IssuedKeys } from '#platform/keys/issued-keys.ts'
import { LruCache } from '#platform/lru-cache.ts'
import type { Claims, Db } from '#platform/pg/db.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { readQuery, service } from '#product/run-query.ts'
import { createKeyUses } from './key-uses.ts'
import { type FoundKey, findApiKey } from './queries.ts'
import { scopeOfRequest } from './scope-of-request.ts'

const prefix = 'plk_'
/** A key as create_api_key makes it. Nothing else is looked up. */
const shape = /^plk_[A-Za-z0-9_-]{43}$/
const maxEntries = 10_000
/** Keys that are looked up at once: a flood of invented ones must not take the connections of others. */
const lookupsAtOnce = 2
/** Longest wait for a lookup, in milliseconds. */
const lookupTimeout = 10_000
/** Milliseconds for which a key that is not known stays unknown. */
const unknownMilliseconds = 10_000
/** Milliseconds after which a known key is read again, in case a notification was lost. */
const knownMilliseconds = 60_000

type Entry = { id: string | undefined; claims: Claims | undefined; until: number }

/** Finds the keys of spaces. Each node remembers those that it has seen, and forgets one as soon as it changes anywhere. */
export function createIssuedKeys(db: Db, log: Logger): IssuedKeys {
	const entries = new LruCache<string, Entry>(maxEntries)
	const uses = createKeyUses(db, log)
	const listeners: (() => void)[] = []
	const lookups = new Semaphore(lookupsAtOnce, {
		timeout: lookupTimeout,
		// The pool's own error text, which every wire recognises as an outage.
		refuse: () => new Error('timeout exceeded when trying to connect'),
	})
	/** Counts the changes, so that what was read before one is not remembered after it. */
	let changes = 0

	function forget(id?: string): void {
		changes++
		for (const key of [...entries.keys()]) if (id === undefined || entries.peek(key)?.id === id) entries.delete(key)
		for (const callback of listeners) callback()
	}

	async function read(key: string): Promise<Entry> {
		const before = changes
		const hash = createHash('sha256').update(key).digest()
		const [found] = await lookups.run(() => readQuery<FoundKey>(db, service, findApiKey(hash)))
		const entry = entryOf(found)
		if (before === changes) entries.set(key, entry)
		return entry
	}

	return {
		prefix,
		async find(key, request) {
			if (!shape.test(key)) return undefined
			const known = entries.get(key)
			const { id, claims } = known && known.until > Date.now() ? known : await read(key)
			if (id !== undefined) uses.add(request, id, scopeOfRequest(request))
			return claims
		},
		onChange: (callback) => listeners.push(callback),
		async follow() {
			await db.listen('plaudit_keys', forget, () => forget())
		},
		close: () => uses.close(),
	}
}

function entryOf(found: FoundKey | undefined): Entry {
	if (!found) return { id: undefined, claims: undefined, until: Date.now() + unknownMilliseconds }
	const { id, space_id: space, role, scopes, expires_at: end } = found
	const claims = { role: 'authenticated' as const, api_key: id, key: { space, role, scopes } }
	return { id, claims, until: Math.min(Date.now() + knownMilliseconds, end?.getTime() ?? Number.POSITIVE_INFINITY) }
}
