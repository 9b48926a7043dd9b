import type { Deps } from '#server/deps.ts'
import { type CountedView, countViews } from './view-queries.ts'

/** Adds page views up in memory for some seconds; the sudden end of the process loses those, a stop does not. */
export type ViewCounter = {
	count(path: string, referrerHost: string): void
	/** Writes down what waits. Never rejects: what cannot be counted is logged and lost. */
	flush(): Promise<void>
}

const flushAfter = 5000
const mostWaiting = 500

/** One for the process: whoever stops it has to flush it. */
export function createViewCounter({ db, log }: Deps): ViewCounter {
	let waiting = new Map<string, CountedView>()
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
		const views = [...waiting.values()]
		waiting = new Map()
		if (views.length > 0) {
			const written = write(views).finally(() => writing.delete(written))
			writing.add(written)
		}
		await Promise.all(writing)
	}

	return {
		count(path, referrer_host) {
			const key = `${path} ${referrer_host}`
			const known = waiting.get(key)
			if (known) known.views++
			else waiting.set(key, { path, referrer_host, views: 1 })
			if (waiting.size >= mostWaiting) void flush()
			else timer ??= setTimeout(flush, flushAfter).unref()
		},
		flush,
	}
}
