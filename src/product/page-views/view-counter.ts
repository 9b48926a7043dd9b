import type { Deps } from '#platform/deps.ts'
import { type CountedView, countViews } from './queries.ts'

export type ViewCounter = ReturnType<typeof createViewCounter>

const flushIntervalMs = 5000
const maxPendingViews = 500

/**
 * Counts page views in memory for some seconds. A crash loses those; before an ordinary stop, `flush` writes them.
 * Called once per process.
 */
export function createViewCounter({ db, log }: Deps) {
	let pending = new Map<string, CountedView>()
	let timer: NodeJS.Timeout | undefined
	const writing = new Set<Promise<void>>()

	const write = async (views: CountedView[]) => {
		try {
			await db.as({ role: 'anon' }, (tx) => tx.final(countViews(views)), { repeatable: true })
		} catch (error) {
			log.warn({ err: error }, 'page views not counted')
		}
	}
	const flush = async () => {
		clearTimeout(timer)
		timer = undefined
		const views = [...pending.values()]
		pending = new Map()
		if (views.length > 0) {
			const written = write(views).finally(() => writing.delete(written))
			writing.add(written)
		}
		await Promise.all(writing)
	}

	return {
		count(path: string, referrer_host: string): void {
			const key = `${path} ${referrer_host}`
			const known = pending.get(key)
			if (known) known.views++
			else pending.set(key, { path, referrer_host, views: 1 })
			if (pending.size >= maxPendingViews) void flush()
			else timer ??= setTimeout(flush, flushIntervalMs).unref()
		},
		/** Writes the pending views. Never rejects: a failure is logged, and its views are lost. */
		flush,
	}
}
