import type pg from 'pg'
import { findPostmaster, isRunning, orphansOf, signal } from './postgres-processes.ts'
import { comesUp, type Patience, type PostgresState, pause } from './probe-postgres.ts'
import { releaseThreadIds } from './stale-lock-files.ts'
import {
	type EngineLog,
	type StopBounds,
	stopPostmaster,
	usualStopBounds,
} from './stop-postmaster.ts'

/** What a cluster is started with, and how long each step of that may take. Times in milliseconds. */
export type Engine = {
	/** PostgreSQL's data directory. */
	folder: string
	owner: pg.ClientConfig
	logFile: string
	/** Starts a postmaster. @returns what says whether it has ended */
	launch(): Promise<() => boolean>
	log: EngineLog
	bounds: EngineBounds
}

export type EngineBounds = Patience & {
	stop: StopBounds
	/** Starts in a row that may fail: when the server starts, and when it serves already. */
	starts: number
	restarts: number
	/** The pause after a failed start; it doubles with each, up to `longestPause`. */
	pause: number
	longestPause: number
	/** How often PostgreSQL is probed while it works. */
	probeEvery: number
	/** How long PostgreSQL may give no answer until it counts as gone. Recovery is an answer. */
	absent: number
}
export const usualBounds: EngineBounds = {
	recovering: 300_000,
	stuck: 30_000,
	stop: usualStopBounds,
	starts: 7,
	restarts: 10,
	pause: 100,
	longestPause: 8000,
	probeEvery: 5000,
	absent: 60_000,
}

/** It was waited for already, and in a shutdown that is stuck another SIGINT changes nothing. */
const stuckStop = { recovering: 0, SIGINT: 3000 }

/**
 * Makes PostgreSQL take connections: waits for one that runs, stops one that is stuck, starts one where there is none.
 * @returns whether it ran already
 * @throws Error after `starts` failures in a row
 */
export async function bringUp(
	engine: Engine,
	starts: number,
	abort: AbortSignal,
	seen?: (state: PostgresState) => void,
): Promise<boolean> {
	const { folder, owner, log, bounds } = engine
	for (let failures = 0; ; ) {
		// No stop looks for a postmaster that is launched after it.
		if (failures > 0) abort.throwIfAborted()
		const running = findPostmaster(folder)
		// Orphans of a dead postmaster usually end by themselves before the second attempt.
		if (!running && failures > 0) for (const orphan of orphansOf(folder)) signal(orphan, 'SIGKILL')
		if (!running && orphansOf(folder).length === 0) await releaseThreadIds(folder, owner)
		const hasEnded = running ? () => !isRunning(running) : await engine.launch()
		const isUp = await comesUp(owner, hasEnded, bounds, abort, seen).catch(async (error) => {
			await untilFound(folder, hasEnded)
			throw error
		})
		if (isUp) return running !== undefined
		if (!hasEnded()) {
			log.error('PostgreSQL runs and does not take connections; it is stopped and started again')
			await stopPostmaster(folder, owner, log, {
				...bounds.stop,
				...stuckStop,
			})
		}
		failures++
		if (failures >= starts)
			throw new Error(`PostgreSQL did not start. Its log is ${engine.logFile}.`)
		await pauseAfter(failures, engine, abort)
	}
}

/** A postmaster writes its id a moment after its start. A stop that came before would not find it, and leave it running. */
async function untilFound(folder: string, hasEnded: () => boolean): Promise<void> {
	for (let tries = 0; tries < 500 && !hasEnded() && !findPostmaster(folder); tries++)
		await pause(20)
}

/** Exponential back-off. */
export async function pauseAfter(
	failures: number,
	{ bounds, log }: Engine,
	abort: AbortSignal,
): Promise<void> {
	const milliseconds = Math.min(bounds.longestPause, bounds.pause * 2 ** (failures - 1))
	log.warn({ failures, milliseconds }, 'PostgreSQL did not start; it is tried again after a pause')
	await pause(milliseconds, abort)
}
