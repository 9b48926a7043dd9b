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

/**
 * Reads the outbox of changes while it has listeners. Its position is a snapshot, so that no change is lost when
 * transactions commit in another order than that of their ids.
 */
export class ChangeFeed {
	private readonly db: Db
	private readonly options: Options
	private readonly readSnapshot: () => Promise<OutboxSnapshot>
	private position: Position | undefined
	private reading: Promise<void> | undefined
	private readAgain = false
	private listeners = 0
	private timers: NodeJS.Timeout[] = []
	private poll: NodeJS.Timeout | undefined
	private readonly prune: NodeJS.Timeout
	private closed = false

	constructor(db: Db, options: Options) {
		this.db = db
		this.options = options
		this.readSnapshot = coalesce(() => this.readOutboxSnapshot())
		this.prune = setInterval(() => this.pruneOutbox(), pruneInterval).unref()
	}

	/**
	 * Adds a listener, which must call `release` once.
	 * @returns the snapshot after which every commit is delivered
	 */
	async openFeed(): Promise<Snapshot> {
		this.listeners += 1
		const { snapshot, epoch } = await this.readSnapshot().catch((error) => {
			this.release()
			throw error
		})
		this.position ??= { epoch, since: snapshot }
		this.poll ??= setInterval(() => this.requestRead(), pollInterval).unref()
		return parseSnapshot(snapshot)
	}

	/** Removes a listener; without listeners nothing is read. */
	release(): void {
		this.listeners -= 1
		if (this.listeners > 0) return
		this.position = undefined
		clearInterval(this.poll)
		this.poll = undefined
	}

	/** Called for each notification. */
	wake(): void {
		if (this.position === undefined) return
		this.requestRead()
		for (const timer of this.timers) clearTimeout(timer)
		this.timers = rereadDelays.map((delay) => setTimeout(() => this.requestRead(), delay).unref())
	}

	async close(): Promise<void> {
		this.closed = true
		clearInterval(this.poll)
		clearInterval(this.prune)
		for (const timer of this.timers) clearTimeout(timer)
		await this.reading
	}

	/** Reads, and once more if it is called meanwhile. */
	private requestRead(): void {
		if (this.closed || this.position === undefined) return
		if (this.reading) {
			this.readAgain = true
			return
		}
		this.reading = this.read()
			.catch((error) => this.options.warn(error, 'reading changes failed, will be tried again'))
			.finally(() => {
				this.reading = undefined
				if (!this.readAgain) return
				this.readAgain = false
				this.requestRead()
			})
	}

	private async read(): Promise<void> {
		for (;;) {
			const position = this.position
			if (position === undefined || this.closed) return
			const rows = await this.readPage(position)
			// The feed was released and opened again meanwhile.
			if (this.position !== position) return
			const [page] = rows
			if (!page || hasGap(position, page)) return this.restart(position)
			if (page.id !== null) await this.options.deliver(rows)
			if (this.position !== position) return
			const { until, reached } = page
			if (!page.is_last && reached !== null) position.page = { until, after: reached }
			else {
				this.position = { epoch: position.epoch, since: until }
				return
			}
		}
	}

	private readPage({ since, page }: Position): Promise<(Page & ChangeRow)[]> {
		const query = page ? readMoreChanges(since, page.until, page.after) : readChanges(since)
		const options = { readOnly: true, settings: outboxReadSettings }
		return this.db.as(realtimeService, (tx) => tx.final<Page & ChangeRow>(query), options)
	}

	private async restart(from: Position): Promise<void> {
		const { snapshot, epoch } = await this.readSnapshot()
		if (this.position !== from) return
		this.position = { epoch, since: snapshot }
		this.options.missed()
	}

	private async readOutboxSnapshot(): Promise<OutboxSnapshot> {
		const [row] = await this.db.as(realtimeService, (tx) => tx.final<OutboxSnapshot>(readOutboxSnapshot()))
		if (!row) throw new Error('the database gave no snapshot')
		return row
	}

	private pruneOutbox(): void {
		this.db
			.as(realtimeService, (tx) => tx.final(pruneChanges(retentionMinutes)))
			.catch((error) => this.options.warn(error, 'pruning changes failed'))
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
