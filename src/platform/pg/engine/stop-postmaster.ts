import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { childrenOf, findPostmaster, isRunning, signal } from './postgres-processes.ts'
import { pause, waitUntilReady } from './probe-postgres.ts'

/** The part of the logger that the engine uses. */
export type EngineLog = Pick<Logger, 'info' | 'warn' | 'error'>

/**
 * Timeouts of each step of PostgreSQL's stop, in milliseconds. The server's own steps come before; see
 * docs/self-hosting.md.
 */
export type StopTimeouts = { recovering: number; SIGINT: number; SIGQUIT: number; SIGKILL: number }
export const defaultStopTimeouts: StopTimeouts = {
	recovering: 15_000,
	SIGINT: 20_000,
	// PostgreSQL itself kills children that ignore an immediate shutdown for five seconds.
	SIGQUIT: 10_000,
	SIGKILL: 5000,
}

const steps = {
	SIGINT: 'stopping PostgreSQL (fast shutdown)',
	SIGQUIT: 'PostgreSQL did not end; stopping it without a checkpoint (immediate shutdown)',
	SIGKILL: 'PostgreSQL did not end; killing it and its children',
} as const

/**
 * Stops PostgreSQL: a fast shutdown, then an immediate one, then SIGKILL. A fast shutdown during crash recovery never ends in
 * PostgreSQL 18, so recovery may finish first.
 * @returns whether it wrote its shutdown checkpoint
 */
export async function stopPostmaster(
	folder: string,
	owner: pg.ClientConfig,
	log: EngineLog,
	bounds: StopTimeouts = defaultStopTimeouts,
): Promise<boolean> {
	const pid = findPostmaster(folder)
	if (!pid) {
		log.warn('PostgreSQL had ended before it was stopped')
		return isShutDown(folder)
	}
	const hasEnded = () => !isRunning(pid)
	await waitUntilReady(owner, hasEnded, { recovering: bounds.recovering, stuck: 0 })
	for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
		const isFirst = name === 'SIGINT'
		log[isFirst ? 'info' : 'warn']({ pid, signal: name }, steps[name])
		if (name === 'SIGKILL') for (const child of childrenOf(pid)) signal(child, name)
		signal(pid, name)
		if (await endsWithin(bounds[name], hasEnded)) return isShutDown(folder)
	}
	log.error({ pid }, 'PostgreSQL could not be ended')
	return false
}

async function endsWithin(milliseconds: number, hasEnded: () => boolean): Promise<boolean> {
	const deadline = performance.now() + milliseconds
	while (!hasEnded()) {
		if (performance.now() > deadline) return false
		await pause(20)
	}
	return true
}

/** `pg_control` has the cluster state after two 64-bit words; 1 means shut down. */
async function isShutDown(folder: string): Promise<boolean> {
	const file = await open(join(folder, 'global', 'pg_control')).catch(() => undefined)
	if (!file) return false
	try {
		const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 16)
		return buffer.readInt32LE() === 1
	} finally {
		await file.close()
	}
}
