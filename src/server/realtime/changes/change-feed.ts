import type { Db } from '#server/pg/db.ts'
import type { ChangeRow } from './change.ts'
import {
	pruneChanges,
	readChanges,
	readingSettings,
	readMoment,
	readMoreChanges,
} from './feed-queries.ts'
import { service } from './relations.ts'
import { covers, parseSnapshot, type Snapshot } from './snapshot.ts'
import { startedLater } from './started-later.ts'

type Options = {
	/** Receives changes in order, each once. When it throws, as the database is away, the batch comes again. */
	deliver: (rows: ChangeRow[]) => Promise<void>
	/** Changes are gone that were never read: a crash wiped the outbox, or this node was away for too long. */
	missed: () => void
	warn: (error: unknown, what: string) => void
}
type Moment = { snapshot: string; epoch: string }
/** Where the feed stands; `page` is how far it got towards `until`. */
type Position = { epoch: string; since: string; page?: { until: string; after: string } }
type Page = {
	until: string
	epoch: string | null
	pruned: string | null
	id: string | null
	is_last: boolean
	reached: string | null
}

/** Milliseconds: looks again after a ring, as a transaction that did not ring may commit just behind; and a safety net. */
const echoes = [25, 75, 200]
const pollEvery = 1_000
const pruneEvery = 60_000
const keepMinutes = 5

/**
 * Reads the outbox of changes while somebody listens. Its position is a snapshot: what was committed before it has
 * been seen, what commits later will be, in whatever order transactions got their numbers.
 */
export class ChangeFeed {
	private readonly db: Db
	private readonly options: Options
	private readonly moment: () => Promise<Moment>
	private position: Position | undefined
	private reading: Promise<void> | undefined
	private askedAgain = false
	private listeners = 0
	private timers: NodeJS.Timeout[] = []
	private poll: NodeJS.Timeout | undefined
	private readonly prune: NodeJS.Timeout
	private closed = false

	constructor(db: Db, options: Options) {
		this.db = db
		this.options = options
		this.moment = startedLater(() => this.readMoment())
		this.prune = setInterval(() => this.tidy(), pruneEvery).unref()
	}

	/**
	 * Starts reading if nobody listened before. Whoever opens it releases it once.
	 * @returns the moment from which on every commit will be delivered
	 */
	async open(): Promise<Snapshot> {
		this.listeners += 1
		const { snapshot, epoch } = await this.moment().catch((error) => {
			this.release()
			throw error
		})
		this.position ??= { epoch, since: snapshot }
		this.poll ??= setInterval(() => this.look(), pollEvery).unref()
		return parseSnapshot(snapshot)
	}

	/** One listener fewer. Without any, nothing is read. */
	release(): void {
		this.listeners -= 1
		if (this.listeners > 0) return
		this.position = undefined
		clearInterval(this.poll)
		this.poll = undefined
	}

	/** A notice came. */
	ring(): void {
		if (this.position === undefined) return
		this.look()
		for (const timer of this.timers) clearTimeout(timer)
		this.timers = echoes.map((delay) => setTimeout(() => this.look(), delay).unref())
	}

	async close(): Promise<void> {
		this.closed = true
		clearInterval(this.poll)
		clearInterval(this.prune)
		for (const timer of this.timers) clearTimeout(timer)
		await this.reading
	}

	/** Reads once; asked again meanwhile, once more. */
	private look(): void {
		if (this.closed || this.position === undefined) return
		if (this.reading) {
			this.askedAgain = true
			return
		}
		this.reading = this.read()
			.catch((error) => this.options.warn(error, 'reading changes failed, will be tried again'))
			.finally(() => {
				this.reading = undefined
				if (!this.askedAgain) return
				this.askedAgain = false
				this.look()
			})
	}

	private async read(): Promise<void> {
		for (;;) {
			const at = this.position
			if (at === undefined || this.closed) return
			const rows = await this.readPage(at)
			// Released and opened again meanwhile: the newer position stands.
			if (this.position !== at) return
			const [page] = rows
			if (!page || hasGap(at, page)) return this.restart(at)
			if (page.id !== null) await this.options.deliver(rows)
			if (this.position !== at) return
			const { until, reached } = page
			if (!page.is_last && reached !== null) at.page = { until, after: reached }
			else {
				this.position = { epoch: at.epoch, since: until }
				return
			}
		}
	}

	private readPage({ since, page }: Position): Promise<(Page & ChangeRow)[]> {
		const query = page ? readMoreChanges(since, page.until, page.after) : readChanges(since)
		const options = { readOnly: true, settings: readingSettings }
		return this.db.as(service, (tx) => tx.final<Page & ChangeRow>(query), options)
	}

	private async restart(from: Position): Promise<void> {
		const { snapshot, epoch } = await this.moment()
		if (this.position !== from) return
		this.position = { epoch, since: snapshot }
		this.options.missed()
	}

	private async readMoment(): Promise<Moment> {
		const [row] = await this.db.as(service, (tx) => tx.final<Moment>(readMoment()))
		if (!row) throw new Error('the database gave no snapshot')
		return row
	}

	private tidy(): void {
		this.db
			.as(service, (tx) => tx.final(pruneChanges(keepMinutes)))
			.catch((error) => this.options.warn(error, 'pruning changes failed'))
	}
}

/** Whether something is gone that was committed after a position. */
function hasGap({ epoch, since }: Position, { epoch: present, pruned }: Page): boolean {
	if (epoch !== present || pruned === null) return true
	return !covers(parseSnapshot(since), parseSnapshot(pruned))
}
