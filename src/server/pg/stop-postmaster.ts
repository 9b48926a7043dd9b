import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { childrenOf, findPostmaster, isRunning, signal } from './postgres-processes.ts'
import { comesUp, pause } from './probe-postgres.ts'

/** What the engine writes to the log. */
export type EngineLog = Pick<Logger, 'info' | 'warn' | 'error'>

/** Milliseconds for each step of PostgreSQL's stop. The steps of the server come before; see docs/self-hosting.md. */
export type StopBounds = { recovering: number; SIGINT: number; SIGQUIT: number; SIGKILL: number }
export const usualStopBounds: StopBounds = {
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
	bounds: StopBounds = usualStopBounds,
): Promise<boolean> {
	const pid = findPostmaster(folder)
	if (!pid) {
		log.warn('PostgreSQL had ended before it was stopped')
		return isShutDown(folder)
	}
	const hasEnded = () => !isRunning(pid)
	await comesUp(owner, hasEnded, { recovering: bounds.recovering, stuck: 0 })
	for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
		const isFirst = name === 'SIGINT'
		log[isFirst ? 'info' : 'warn']({ pid, signal: name }, steps[name])
		if (name === 'SIGKILL') for (const child of childrenOf(pid)) signal(child, name)
		signal(pid, name)
		if (await within(bounds[name], hasEnded)) return isShutDown(folder)
	}
	log.error({ pid }, 'PostgreSQL could not be ended')
	return false
}

async function within(milliseconds: number, hasEnded: () => boolean): Promise<boolean> {
	const deadline = performance.now() + milliseconds
	while (!hasEnded()) {
		if (performance.now() > deadline) return false
		await pause(20)
	}
	return true
}

/** `pg_control` holds the state of the cluster after two 64-bit words; 1 means that it was shut down. */
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
