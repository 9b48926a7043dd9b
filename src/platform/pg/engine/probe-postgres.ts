import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'

/** `starting` includes crash recovery; `unreachable` means no answer on the socket. */
export type PostgresState = 'ready' | 'starting' | 'stopping' | 'unreachable'

/** Connects to PostgreSQL to see whether it accepts connections. */
export async function probePostgres(owner: pg.ClientConfig): Promise<PostgresState> {
	try {
		await withClient({ ...owner, connectionTimeoutMillis: 2000 }, async () => {})
		return 'ready'
	} catch (error) {
		const { code, severity, message } = error as pg.DatabaseError
		// An error without a severity comes from the driver or the kernel, not from PostgreSQL.
		if (!severity) return 'unreachable'
		// Any other refusal (too many connections) comes from a working PostgreSQL.
		if (code !== '57P03') return 'ready'
		return message.includes('shutting down') ? 'stopping' : 'starting'
	}
}

/** Timeouts for waiting for PostgreSQL, in milliseconds. */
export type StartupTimeouts = {
	/** Crash recovery reads up to `max_wal_size`, which takes minutes on a slow disk. */
	recovering: number
	/** For a PostgreSQL that is shutting down or does not answer. */
	stuck: number
}

/**
 * Waits until PostgreSQL accepts connections.
 * @param seen called with each observed state
 * @returns false when it ended, or stayed in one state for too long
 */
export async function waitUntilReady(
	owner: pg.ClientConfig,
	hasEnded: () => boolean,
	{ recovering, stuck }: StartupTimeouts,
	abort?: AbortSignal,
	seen?: (state: PostgresState) => void,
): Promise<boolean> {
	let last: PostgresState | undefined
	let since = 0
	for (let wait = 15; !hasEnded(); wait = Math.min(wait * 1.1, 250)) {
		abort?.throwIfAborted()
		const state = await probePostgres(owner)
		seen?.(state)
		if (state === 'ready') return true
		if (state !== last) since = performance.now()
		last = state
		if (performance.now() - since > (state === 'starting' ? recovering : stuck)) return false
		await pause(wait, abort)
	}
	return false
}

/** Waits; rejects with the abort's reason at once. */
export async function pause(milliseconds: number, abort?: AbortSignal): Promise<void> {
	await setTimeout(milliseconds, undefined, abort && { signal: abort }).catch(() => abort?.throwIfAborted())
}
