import type { Logger } from 'pino'
import type { Db } from '#platform/pg/db.ts'
import type { Query } from '#platform/pg/sql.ts'
import type { Tracing } from '#platform/tracing/tracing.ts'
import { createJobSlots, type JobSlots } from './job-slots.ts'
import {
	type ClaimedJob,
	claimJobs,
	failJob,
	finishJob,
	insertJob,
	postponeJob,
	renewLease,
	repeatJob,
	retryJob,
} from './queries.ts'

/** `isLastAttempt`: throwing ends the job for good. `isPastLast`: the process ended during the last attempt. `signal` aborts when the workers close: the job then runs again without counting. */
export type JobContext = { signal: AbortSignal; isLastAttempt: boolean; isPastLast: boolean }

/** Runs one job. Throwing means a retry. The work must be idempotent. */
export type JobHandler = (payload: Record<string, unknown>, context: JobContext) => Promise<void>

/** Thrown by a handler that cannot run yet: the job waits, for at most three days, and no attempt is counted. */
export class Postponed extends Error {
	readonly seconds: number
	constructor(reason: string, seconds: number) {
		super(reason)
		this.seconds = seconds
	}
}

/** Thrown by a handler when another attempt is pointless: the job is given up at once, and kept as one whose attempts are used up. */
export class Hopeless extends Error {}

/** Durable jobs in PostgreSQL: queued in the caller's transaction, run by any node, retried with exponential backoff. */
export type Jobs = {
	/** The statement that queues a job; run it in the transaction that needs it. Its commit wakes this node's workers for the kind (trigger `wake_workers`). */
	enqueue(kind: string, payload: Record<string, unknown>, delaySeconds?: number): Query
	/** Registers the handler of a kind of job. */
	handle(kind: string, handler: JobHandler): void
	/** Registers recurring work, run by one node at a time every `everySeconds`. */
	repeat(kind: string, everySeconds: number, handler: JobHandler): void
	start(): Promise<void>
	/** Jobs that run on this node, by kind. */
	running(): ReadonlyMap<string, number>
	idle(): Promise<void>
	close(): Promise<void>
}

const worker = { role: 'service_role' } as const
const pollMilliseconds = 5000
const longestPauseSeconds = 3600

/** `concurrency`: jobs at once, and half as many recurring ones beside them. `leaseSeconds`: time after which another node takes over the jobs of a dead one; it is renewed while they run. */
export type JobLimits = { concurrency: number; leaseSeconds: number }

export type JobOutcome = 'done' | 'postponed' | 'retried' | 'failed'

/** @param onSettled is told how each run ended */
export function createJobs(
	db: Db,
	log: Logger,
	limits: JobLimits = { concurrency: 4, leaseSeconds: 300 },
	onSettled: (kind: string, outcome: JobOutcome) => void = () => {},
	tracing?: Tracing | undefined,
): Jobs {
	const { concurrency, leaseSeconds } = limits
	const closing = new AbortController()
	const handlers = new Map<string, JobHandler>()
	const intervals = new Map<string, number>()
	const runningKinds = new Map<string, number>()
	let timer: NodeJS.Timeout | undefined

	const countRunning = (kind: string, by: 1 | -1) => runningKinds.set(kind, (runningKinds.get(kind) ?? 0) + by)

	async function settle(job: ClaimedJob): Promise<Query> {
		countRunning(job.kind, 1)
		const { query, outcome } = await run(job).finally(() => countRunning(job.kind, -1))
		onSettled(job.kind, outcome)
		return query
	}

	async function run(job: ClaimedJob): Promise<{ query: Query; outcome: JobOutcome }> {
		try {
			const isLastAttempt = job.attempts >= job.max_attempts
			const isPastLast = job.attempts > job.max_attempts
			const context = { signal: closing.signal, isLastAttempt, isPastLast }
			const handle = async () => handlers.get(job.kind)?.(job.payload, context)
			if (tracing) await tracing.span(`job ${job.kind}`, { 'plaudit.attempt': job.attempts }, handle)
			else await handle()
			const interval = intervals.get(job.kind)
			return { query: interval ? repeatJob(job.id, interval) : finishJob(job.id), outcome: 'done' }
		} catch (error) {
			const words = error instanceof Error ? error.message : String(error)
			// Text that PostgreSQL cannot store would roll back the results of other jobs as well.
			const reason = words.replaceAll('\0', '')
			if (closing.signal.aborted && !(error instanceof Hopeless))
				return { query: postponeJob(job.id, reason, 0), outcome: 'postponed' }
			if (error instanceof Postponed && job.may_wait)
				return { query: postponeJob(job.id, reason, error.seconds), outcome: 'postponed' }
			const isLast = (error instanceof Hopeless || job.attempts >= job.max_attempts) && !intervals.has(job.kind)
			log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts, isLast }, 'job failed')
			return isLast
				? { query: failJob(job.id, reason), outcome: 'failed' }
				: { query: retryJob(job.id, reason, retryDelay(job.attempts, 2, longestPauseSeconds)), outcome: 'retried' }
		}
	}

	async function whileRenewed<T>({ id }: ClaimedJob, work: () => Promise<T>): Promise<T> {
		const renew = () =>
			db
				.as(worker, (tx) => tx.final(renewLease(id, leaseSeconds)))
				.catch((error) => log.warn({ err: error }, 'the lease of a job cannot be renewed'))
		const timer = setInterval(renew, (leaseSeconds * 1000) / 3)
		timer.unref()
		return work().finally(() => clearInterval(timer))
	}

	const openSlots = (most: number, kinds: () => readonly string[]): JobSlots =>
		createJobSlots<ClaimedJob>(
			most,
			async (limit, running) => {
				if (kinds().length === 0) return []
				const claim = claimJobs(kinds(), running, limit, leaseSeconds)
				const jobs = await db.as(worker, (tx) => tx.final<ClaimedJob>(claim))
				// The oldest starts first: of two mails to one person the newer must arrive last.
				return jobs.toSorted((a, b) => Number(a.id) - Number(b.id))
			},
			async (job) => {
				const outcome = await whileRenewed(job, () => settle(job))
				await db.as(worker, (tx) => tx.final(outcome), { repeatable: true })
			},
			(error) => log.warn({ err: error }, 'jobs cannot be read'),
		)
	// Recurring jobs read whole tables: they have slots of their own, so that no mail waits for them.
	const single = openSlots(concurrency, () => [...handlers.keys()].filter((kind) => !intervals.has(kind)))
	const recurring = openSlots(Math.ceil(concurrency / 2), () => [...intervals.keys()])
	const all = [single, recurring]
	const wake = () => {
		for (const slots of all) slots.wake()
	}

	return {
		enqueue: (kind, payload, delaySeconds = 0) => insertJob(kind, payload, delaySeconds, null),
		handle: (kind, handler) => handlers.set(kind, handler),
		repeat(kind, everySeconds, handler) {
			handlers.set(kind, handler)
			intervals.set(kind, everySeconds)
		},
		running: () => runningKinds,
		async start() {
			for (const slots of all) slots.open()
			const rows = [...intervals].map(([kind, seconds]) => insertJob(kind, {}, seconds, kind))
			await db.as(worker, (tx) => Promise.all(rows.map((query) => tx.query(query))))
			// The trigger `wake_workers` tells only the node that queued the job: that is enough, and costs no NOTIFY.
			const wakeFor = (kind: string) => {
				if (kind === '') wake()
				else if (handlers.has(kind)) (intervals.has(kind) ? recurring : single).wake()
			}
			await db.listen('plaudit_jobs', wakeFor, wake)
			timer = setInterval(wake, pollMilliseconds)
			timer.unref()
			wake()
		},
		async idle() {
			await Promise.all(all.map((slots) => slots.idle()))
			// A job of one kind may have queued one of the other meanwhile.
			await single.idle()
		},
		async close() {
			closing.abort()
			clearInterval(timer)
			await Promise.all(all.map((slots) => slots.close()))
		},
	}
}

/** Seconds before the next attempt: `first`, doubled after each, at most `longest`, with jitter. */
export function retryDelay(attempts: number, first: number, longest: number): number {
	return Math.min(longest, first * 2 ** (attempts - 1)) * (0.75 + Math.random() / 2)
}
