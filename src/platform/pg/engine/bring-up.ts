import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { findPostmaster, isRunning, orphansOf, signal } from './postgres-processes.ts'
import { type PostgresState, pause, type StartupTimeouts, waitUntilReady } from './probe-postgres.ts'
import { defaultStopTimeouts, type EngineLog, type StopTimeouts, stopPostmaster } from './stop-postmaster.ts'

/** Start parameters of a cluster and the timeouts of each step, in milliseconds. */
export type Engine = {
	folder: string
	owner: pg.ClientConfig
	logFile: string
	/** Starts a postmaster. @returns a function that checks whether it has ended */
	launch(): Promise<() => boolean>
	log: EngineLog
	bounds: EngineLimits
}

export type EngineLimits = StartupTimeouts & {
	stop: StopTimeouts
	/** Consecutive starts that may fail: before the server is ready, and afterwards. */
	starts: number
	restarts: number
	/** Delay after a failed start; it doubles up to `longestPause`. */
	pause: number
	longestPause: number
	/** Interval of the probe of a running PostgreSQL. */
	probeEvery: number
	/** Longest time without an answer before PostgreSQL counts as down. Recovery is an answer. */
	absent: number
}
export const defaultEngineLimits: EngineLimits = {
	recovering: 300_000,
	stuck: 30_000,
	stop: defaultStopTimeouts,
	starts: 7,
	restarts: 10,
	pause: 100,
	longestPause: 8000,
	probeEvery: 5000,
	absent: 60_000,
}

/** It was waited for already, and another SIGINT does not speed up a stuck shutdown. */
const stuckStopTimeouts = { recovering: 0, SIGINT: 3000 }

/**
 * Makes PostgreSQL accept connections: waits for a running one, stops a stuck one, or starts one.
 * @returns whether it was already running
 * @throws Error after `starts` consecutive failures
 */
export async function bringUp(
	engine: Engine,
	starts: number,
	abort: AbortSignal,
	seen?: (state: PostgresState) => void,
): Promise<boolean> {
	const { folder, owner, log, bounds } = engine
	for (let failures = 0; ; ) {
		// A stop does not find a postmaster that is launched after it.
		if (failures > 0) abort.throwIfAborted()
		const running = findPostmaster(folder)
		// Orphans of a dead postmaster usually end by themselves before the second attempt.
		if (!running && failures > 0) for (const orphan of orphansOf(folder)) signal(orphan, 'SIGKILL')
		if (!running && orphansOf(folder).length === 0) await rewriteStaleLockFiles(folder, owner)
		const hasEnded = running ? () => !isRunning(running) : await engine.launch()
		const isUp = await waitUntilReady(owner, hasEnded, bounds, abort, seen).catch(async (error) => {
			await waitForPidFile(folder, hasEnded)
			throw error
		})
		if (isUp) return running !== undefined
		if (!hasEnded()) {
			log.error('PostgreSQL runs and does not take connections; it is stopped and started again')
			await stopPostmaster(folder, owner, log, {
				...bounds.stop,
				...stuckStopTimeouts,
			})
		}
		failures++
		if (failures >= starts) throw new Error(`PostgreSQL did not start. Its log is ${engine.logFile}.`)
		await backOff(failures, engine, abort)
	}
}

/**
 * A postmaster writes its process id a moment after its start. A stop before that would not find it and would leave
 * it running.
 */
async function waitForPidFile(folder: string, hasEnded: () => boolean): Promise<void> {
	for (let tries = 0; tries < 500 && !hasEnded() && !findPostmaster(folder); tries++) await pause(20)
}

export async function backOff(failures: number, { bounds, log }: Engine, abort: AbortSignal): Promise<void> {
	const milliseconds = Math.min(bounds.longestPause, bounds.pause * 2 ** (failures - 1))
	log.warn({ failures, milliseconds }, 'PostgreSQL did not start; it is tried again after a pause')
	await pause(milliseconds, abort)
}

/**
 * Makes PostgreSQL accept the lock files of an ended postmaster. After a container restart their process id may be a
 * thread of this process, which PostgreSQL takes for a running postmaster; it accepts the id of its parent.
 */
async function rewriteStaleLockFiles(folder: string, { host, port }: pg.ClientConfig) {
	for (const path of [join(folder, 'postmaster.pid'), join(host ?? '', `.s.PGSQL.${port}.lock`)]) {
		const text = await readFile(path, 'utf8').catch(() => '')
		const pid = Math.abs(Number.parseInt(text, 10))
		if (!pid || pid === process.pid) continue
		const isThread = await access(`/proc/self/task/${pid}`).then(
			() => true,
			() => false,
		)
		if (isThread) await writeFile(path, text.replace(/^-?\d+/, String(process.pid)))
	}
}
