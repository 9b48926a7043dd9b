import type { Db } from '#server/pg/db.ts'
import type { ChangeRow } from './change.ts'
import { isOutage } from './outage.ts'
import { pruneChanges, readChanges, readSnapshot } from './queries.ts'
import { service } from './relations.ts'
import { parseSnapshot, type Snapshot } from './snapshot.ts'

type Options = {
	/** Receives changes in order, each once. When it throws because the database is away, the batch comes again. */
	deliver: (rows: ChangeRow[]) => Promise<void>
	warn: (error: unknown, what: string) => void
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
	private position: string | undefined
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
		this.prune = setInterval(() => this.tidy(), pruneEvery).unref()
	}

	/**
	 * Starts reading if nobody listened before.
	 * @returns the moment from which on every commit will be delivered
	 */
	async open(): Promise<Snapshot> {
		this.listeners += 1
		const snapshot = await this.snapshot().catch((error) => {
			this.release()
			throw error
		})
		this.position ??= snapshot
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
		const since = this.position
		if (since === undefined) return
		const until = await this.snapshot()
		if (until === since) return
		let after = '0'
		for (;;) {
			const rows = await this.db.as(
				service,
				(tx) => tx.final<ChangeRow>(readChanges(since, until, after)),
				{ readOnly: true },
			)
			const last = rows.at(-1)
			if (!last) break
			await this.deliver(rows)
			after = last.id
		}
		// Released and opened again meanwhile: the newer position stands.
		if (this.position === since) this.position = until
	}

	/** What cannot be delivered now comes again; what never can must not hold up everything after it. */
	private async deliver(rows: ChangeRow[]): Promise<void> {
		try {
			await this.options.deliver(rows)
		} catch (error) {
			if (isOutage(error)) throw error
			this.options.warn(error, `${rows.length} changes could not be delivered and were dropped`)
		}
	}

	private async snapshot(): Promise<string> {
		const [row] = await this.db.as(service, (tx) => tx.final<{ snapshot: string }>(readSnapshot()))
		if (!row) throw new Error('the database gave no snapshot')
		return row.snapshot
	}

	private tidy(): void {
		this.db
			.as(service, (tx) => tx.final(pruneChanges(keepMinutes)))
			.catch((error) => this.options.warn(error, 'pruning changes failed'))
	}
}
