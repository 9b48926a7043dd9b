import { bringUp, type Engine, pauseAfter } from './bring-up-postgres.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import type { OwnerState } from './owner-socket.ts'
import { type PostgresState, probe } from './probe-postgres.ts'
import { stopPostmaster } from './stop-postmaster.ts'

/** Milliseconds that a started PostgreSQL has to last, or its start counts as failed. */
const settled = 1000

/** Keeps a PostgreSQL running. */
export type Supervisor = {
	state(): OwnerState
	/** False when PostgreSQL has given no answer for a minute. */
	isAlive(): boolean
	/** Resolves when PostgreSQL could not be started again. */
	failed: Promise<Error>
	/** Stops PostgreSQL. @returns whether it wrote its shutdown checkpoint */
	stop(): Promise<boolean>
}

/**
 * Brings PostgreSQL back when it dies. Its death shows in the connection that holds the owner's lock, whether this process
 * started it or not; the probe finds one that only refuses new connections.
 */
export function supervisePostgres(engine: Engine, firstLock: OwnerLock): Supervisor {
	const { folder, owner, log, bounds } = engine
	const abort = new AbortController()
	const failed = Promise.withResolvers<Error>()
	let lock = firstLock
	let backSince = Number.NEGATIVE_INFINITY
	let failures = 0
	let absentSince: number | undefined
	let healing: Promise<void> | undefined

	const see = (state: PostgresState) => {
		const isAnswer = state === 'ready' || state === 'starting'
		absentSince = isAnswer ? undefined : (absentSince ?? performance.now())
	}

	const heal = () => {
		if (abort.signal.aborted) return
		healing ??= bringBack()
			.catch((error: Error) => {
				if (abort.signal.aborted) return
				log.error({ err: error }, 'PostgreSQL cannot be brought back')
				failed.resolve(error)
			})
			.finally(() => {
				healing = undefined
			})
	}

	async function bringBack(): Promise<void> {
		const began = performance.now()
		if (began - backSince > settled) failures = 0
		log.error('PostgreSQL ended its connections; it is brought back')
		for (;;) {
			if (failures > 0) await pauseAfter(failures, engine, abort.signal)
			failures++
			const hadRun = await bringUp(engine, bounds.restarts, abort.signal, see)
			const taken = await takeOwnerLock(owner).catch(() => undefined)
			if (taken) {
				follow(taken)
				const milliseconds = Math.round(performance.now() - began)
				const words = hadRun ? 'PostgreSQL has recovered' : 'PostgreSQL was started again'
				log.warn({ milliseconds }, words)
				return
			}
			if (failures >= bounds.restarts) throw new Error('PostgreSQL does not stay up.')
		}
	}

	function follow(taken: OwnerLock): void {
		lock = taken
		backSince = performance.now()
		taken.lost.then(() => {
			// The bringing back of an earlier one may be at its last step.
			if (lock === taken) void (healing ?? Promise.resolve()).then(heal)
		})
	}

	const watch = setInterval(async () => {
		if (healing) return
		const state = await probe(owner)
		if (healing) return
		see(state)
		if (state === 'stopping') heal()
	}, bounds.probeEvery).unref()

	follow(firstLock)
	return {
		state: () => (abort.signal.aborted ? 'stopping' : healing ? 'recovering' : 'serving'),
		isAlive: () => performance.now() - (absentSince ?? performance.now()) <= bounds.absent,
		failed: failed.promise,
		async stop() {
			abort.abort(new Error('PostgreSQL is being stopped'))
			clearInterval(watch)
			await healing
			await lock.release()
			return stopPostmaster(folder, owner, log, bounds.stop)
		},
	}
}
