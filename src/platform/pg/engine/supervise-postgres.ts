import { copyFile, rename, stat, truncate } from 'node:fs/promises'
import { backOff, bringUp, type Engine } from './bring-up.ts'
import { type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import type { OwnerState } from './owner-socket.ts'
import { type PostgresState, probePostgres } from './probe-postgres.ts'
import { stopPostmaster } from './stop-postmaster.ts'

/** Shortest uptime, in milliseconds, after which a start counts as successful. */
const stableAfterMilliseconds = 1000

export type Supervisor = {
	state(): OwnerState
	/** False when PostgreSQL has given no answer for a minute. */
	isAlive(): boolean
	/** Resolves when PostgreSQL could not be restarted. */
	failed: Promise<Error>
	/** Stops PostgreSQL. @returns whether the shutdown checkpoint was written */
	stop(): Promise<boolean>
}

/**
 * Restarts PostgreSQL when it dies. The connection that holds the owner lock shows its death, whichever process
 * started it; the probe detects a PostgreSQL that refuses new connections.
 */
export function supervisePostgres(engine: Engine, firstLock: OwnerLock): Supervisor {
	const { folder, owner, log, logFile, bounds } = engine
	const abort = new AbortController()
	const failed = Promise.withResolvers<Error>()
	let lock = firstLock
	let restartedAt = Number.NEGATIVE_INFINITY
	let failures = 0
	let absentSince: number | undefined
	let recovery: Promise<void> | undefined

	const recordState = (state: PostgresState) => {
		const isAnswer = state === 'ready' || state === 'starting'
		absentSince = isAnswer ? undefined : (absentSince ?? performance.now())
	}

	const recover = () => {
		if (abort.signal.aborted) return
		recovery ??= restartPostgres()
			.catch((error: Error) => {
				if (abort.signal.aborted) return
				log.error({ err: error }, 'PostgreSQL cannot be brought back')
				failed.resolve(error)
			})
			.finally(() => {
				recovery = undefined
			})
	}

	async function restartPostgres(): Promise<void> {
		const began = performance.now()
		if (began - restartedAt > stableAfterMilliseconds) failures = 0
		log.error('PostgreSQL ended its connections; it is brought back')
		for (;;) {
			if (failures > 0) await backOff(failures, engine, abort.signal)
			failures++
			const hadRun = await bringUp(engine, bounds.restarts, abort.signal, recordState)
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
		restartedAt = performance.now()
		void taken.lost.then(() => {
			// An earlier restart may be at its last step.
			if (lock === taken) void (recovery ?? Promise.resolve()).then(recover)
		})
	}

	const probeTimer = setInterval(async () => {
		await rotateLog(logFile).catch((error) => log.warn({ err: error }, 'postgres.log cannot be shortened'))
		if (recovery) return
		const state = await probePostgres(owner)
		if (recovery) return
		recordState(state)
		if (state === 'stopping') recover()
	}, bounds.probeEvery).unref()

	follow(firstLock)
	return {
		state: () => (abort.signal.aborted ? 'stopping' : recovery ? 'recovering' : 'serving'),
		isAlive: () => performance.now() - (absentSince ?? performance.now()) <= bounds.absent,
		failed: failed.promise,
		async stop() {
			abort.abort(new Error('PostgreSQL is being stopped'))
			clearInterval(probeTimer)
			await recovery
			await lock.release()
			return stopPostmaster(folder, owner, log, bounds.stop)
		},
	}
}

/** Largest size of PostgreSQL's log in bytes. One former log is kept beside it. */
const maxLogBytes = 10 * 1024 * 1024

/**
 * Bounds the size of the log. The postmaster keeps the file open for appending, so it is copied to `<path>.1` and emptied; a line
 * that is written between the two is lost.
 */
export async function rotateLog(path: string, maxBytes = maxLogBytes): Promise<void> {
	const found = await stat(path).catch(() => undefined)
	if (!found || found.size <= maxBytes) return
	// Renamed into place, so that a full disk leaves the former log whole.
	await copyFile(path, `${path}.part`)
	await rename(`${path}.part`, `${path}.1`)
	await truncate(path)
}
