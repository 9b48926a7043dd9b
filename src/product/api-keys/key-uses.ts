import type { Logger } from 'pino'
import type { Db } from '#platform/pg/db.ts'
import { runQuery, service } from '#product/run-query.ts'
import type { ApiKeyScope } from '#shared/api-key-scopes.ts'
import { type CountedUse, noteKeyUses } from './queries.ts'

const flushMilliseconds = 5000

/** Counts the requests of keys in memory, and stores the sums every five seconds: a kill loses those of the last seconds. */
export function createKeyUses(db: Db, log: Logger) {
	const counted = new Map<string, CountedUse>()
	/** A request is identified at each step that needs its caller. */
	const seen = new WeakSet<object>()
	let timer: NodeJS.Timeout | undefined
	let storing: Promise<void> = Promise.resolve()

	async function flush(): Promise<void> {
		clearTimeout(timer)
		timer = undefined
		const uses = [...counted.values()]
		counted.clear()
		if (uses.length === 0) return
		await runQuery(db, service, noteKeyUses(uses)).catch((error) => log.warn({ err: error }, 'uses of keys are lost'))
	}

	return {
		add(request: object, key: string, scope: ApiKeyScope | ''): void {
			if (seen.has(request)) return
			seen.add(request)
			const name = `${key} ${scope}`
			const use = counted.get(name)
			const at = new Date().toISOString()
			if (use) Object.assign(use, { uses: use.uses + 1, at })
			else counted.set(name, { key, scope, uses: 1, at })
			timer ??= setTimeout(() => {
				storing = flush()
			}, flushMilliseconds).unref()
		},
		async close(): Promise<void> {
			await storing
			await flush()
		},
	}
}
