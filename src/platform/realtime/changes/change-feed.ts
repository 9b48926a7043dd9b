import type { Db } from '#platform/pg/db.ts'
import type { ChangeRow } from './change.ts'
import {
	outboxReadSettings,
	pruneChanges,
	readChanges,
	readMoreChanges,
	readOutboxSnapshot,
} from './change-feed-queries.ts'
import { realtimeService } from './published-tables.ts'
import { covers, parseSnapshot, type Snapshot } from './snapshot.ts'

type Options = {
	/** Receives changes in order, each once. A batch for which it throws comes again. */
	deliver: (rows: ChangeRow[]) => Promise<void>
	/** Called when unread changes were lost: a crash emptied the outbox, or they were pruned. */
	missed: () => void
	warn: (error: unknown, message: string) => void
}
type OutboxSnapshot = { snapshot: string; epoch: string }
/** The position of the feed; `page` is its progress towards `until`. */
type Position = { epoch: string; since: string; page?: { until: string; after: string } }
type Page = {
	until: string
	epoch: string | null
	pruned: string | null
	id: string | null
	is_last: boolean
	reached: string | null
}

/** Milliseconds. Rereads find transactions that commit just after a notification without one of their own. */
const rereadDelays = [25, 75, 200]
const pollInterval = 1_000
const pruneInterval = 60_000
const retentionMinutes = 5

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/**
 * Reads the outbox of changes while it has listeners. Its position is a snapshot, so that no change is lost when
 * transactions commit in another order than that of their ids.
 */
export function createChangeFeed(db: Db, { deliver, missed, warn }: Options) {
	const readSnapshot = coalesce(async () => {
		const [row] = await db.as(realtimeService, (tx) => tx.final<OutboxSnapshot>(readOutboxSnapshot()))
		if (!row) throw new Error('the database gave no snapshot')
		return row
	})
	let position: Position | undefined
	let reading: Promise<void> | undefined
	let readAgain = false
	let listeners = 0
	let timers: NodeJS.Timeout[] = []
	let poll: NodeJS.Timeout | undefined
	let closed = false
	const pruneTimer = setInterval(() => {
		db.as(realtimeService, (tx) => tx.final(pruneChanges(retentionMinutes))).catch((error) =>
			warn(error, 'pruning changes failed'),
		)
	}, pruneInterval).unref()

	/** Reads, and once more if it is called meanwhile. */
	function requestRead(): void {
		if (closed || position === undefined) return
		if (reading) {
			readAgain = true
			return
		}
		reading = read()
			.catch((error) => warn(error, 'reading changes failed, will be tried again'))
			.finally(() => {
				reading = undefined
				if (!readAgain) return
				readAgain = false
				requestRead()
			})
	}

	async function read(): Promise<void> {
		for (;;) {
			const from = position
			if (from === undefined || closed) return
			const rows = await readPage(from)
			// The feed was released and opened again meanwhile.
			if (position !== from) return
			const [page] = rows
			if (!page || hasGap(from, page)) return restart(from)
			if (page.id !== null) await deliver(rows)
			if (position !== from) return
			const { until, reached } = page
			if (!page.is_last && reached !== null) from.page = { until, after: reached }
			else {
				position = { epoch: from.epoch, since: until }
				return
			}
		}
	}

	function readPage({ since, page }: Position): Promise<(Page & ChangeRow)[]> {
		const query = page ? readMoreChanges(since, page.until, page.after) : readChanges(since)
		const options = { readOnly: true, settings: outboxReadSettings }
		return db.as(realtimeService, (tx) => tx.final<Page & ChangeRow>(query), options)
	}

	async function restart(from: Position): Promise<void> {
		const { snapshot, epoch } = await readSnapshot()
		if (position !== from) return
		position = { epoch, since: snapshot }
		missed()
	}

	/** Removes a listener; without listeners nothing is read. */
	function release(): void {
		listeners -= 1
		if (listeners > 0) return
		position = undefined
		clearInterval(poll)
		poll = undefined
	}

	return {
		/**
		 * Adds a listener, which must call `release` once.
		 * @returns the snapshot after which every commit is delivered
		 */
		async openFeed(): Promise<Snapshot> {
			listeners += 1
			const { snapshot, epoch } = await readSnapshot().catch((error) => {
				release()
				throw error
			})
			position ??= { epoch, since: snapshot }
			poll ??= setInterval(requestRead, pollInterval).unref()
			return parseSnapshot(snapshot)
		},
		release,
		/** Called for each notification. */
		wake(): void {
			if (position === undefined) return
			requestRead()
			for (const timer of timers) clearTimeout(timer)
			timers = rereadDelays.map((delay) => setTimeout(requestRead, delay).unref())
		},
		async close(): Promise<void> {
			closed = true
			clearInterval(poll)
			clearInterval(pruneTimer)
			for (const timer of timers) clearTimeout(timer)
			await reading
		},
	}
}

/** True when changes that were committed after the position are lost. */
function hasGap({ epoch, since }: Position, { epoch: present, pruned }: Page): boolean {
	if (epoch !== present || pruned === null) return true
	return !covers(parseSnapshot(since), parseSnapshot(pruned))
}

/** Shares runs of `work` among concurrent callers: each gets the result of a run that began after its call. */
function coalesce<T>(work: () => Promise<T>): () => Promise<T> {
	let running: Promise<T> | undefined
	let next: Promise<T> | undefined

	const run = () => {
		const result = work().finally(() => {
			if (running === result) running = undefined
		})
		running = result
		return result
	}
	return () => {
		if (!running) return run()
		next ??= running
			.catch(() => {})
			.then(() => {
				next = undefined
				return run()
			})
		return next
	}
}
