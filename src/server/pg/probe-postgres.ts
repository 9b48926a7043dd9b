import pg from 'pg'

/** `starting` includes crash recovery; `unreachable`: no answer on the socket. */
export type PostgresState = 'ready' | 'starting' | 'stopping' | 'unreachable'

/** Asks PostgreSQL for a connection, to see whether it takes any. */
export async function probe(owner: pg.ClientConfig): Promise<PostgresState> {
	const client = new pg.Client({ ...owner, connectionTimeoutMillis: 2000 })
	client.on('error', () => {})
	try {
		await client.connect()
		await client.end()
		return 'ready'
	} catch (error) {
		const { code, severity, message } = error as pg.DatabaseError
		// Without a severity the words are the driver's or the kernel's, and PostgreSQL said nothing.
		if (!severity) return 'unreachable'
		// Every other refusal (too many connections) comes from a PostgreSQL that works.
		if (code !== '57P03') return 'ready'
		return message.includes('shutting down') ? 'stopping' : 'starting'
	}
}

/** Bounds of waiting for PostgreSQL, in milliseconds. */
export type Patience = {
	/** Crash recovery reads up to `max_wal_size`, which a slow disk takes minutes for. */
	recovering: number
	/** For one that is shutting down, or does not answer at all. */
	stuck: number
}

/**
 * Waits until PostgreSQL takes connections.
 * @param seen called with each state that was found
 * @returns false when it ended meanwhile, or stayed in one state for too long
 */
export async function comesUp(
	owner: pg.ClientConfig,
	hasEnded: () => boolean,
	{ recovering, stuck }: Patience,
	abort?: AbortSignal,
	seen?: (state: PostgresState) => void,
): Promise<boolean> {
	let last: PostgresState | undefined
	let since = 0
	for (let wait = 15; !hasEnded(); wait = Math.min(wait * 1.1, 250)) {
		abort?.throwIfAborted()
		const state = await probe(owner)
		seen?.(state)
		if (state === 'ready') return true
		if (state !== last) since = performance.now()
		last = state
		if (performance.now() - since > (state === 'starting' ? recovering : stuck)) return false
		await pause(wait, abort)
	}
	return false
}

/** Waits, and throws the reason of the abort at once when there is one. */
export function pause(milliseconds: number, abort?: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		// An aborted signal has no event any more.
		if (abort?.aborted) return reject(abort.reason)
		const fail = () => {
			clearTimeout(timer)
			reject(abort?.reason)
		}
		const timer = setTimeout(() => {
			abort?.removeEventListener('abort', fail)
			resolve()
		}, milliseconds)
		abort?.addEventListener('abort', fail, { once: true })
	})
}
