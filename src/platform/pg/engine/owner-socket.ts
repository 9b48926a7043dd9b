import { link, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { pause } from './probe-postgres.ts'

/**
 * State of PostgreSQL as reported by the process that owns the data directory; `unresponsiveOwner` when it gave no
 * answer.
 */
export type OwnerState = 'starting' | 'serving' | 'recovering' | 'stopping' | 'silent'

export type Owner = { pid: number | undefined; state: OwnerState }

/** No longer than PostgreSQL's own socket name, whose path length was checked. */
const socketName = '.s.PLAUDIT'

/**
 * Shows other processes that the data directory is owned, even while its PostgreSQL is down. The kernel refuses
 * connections to the socket as soon as this process ends.
 * @returns a function that removes it, or nothing when another process was first
 */
export async function publishOwner(
	folder: string,
	state: () => OwnerState,
): Promise<(() => Promise<void>) | undefined> {
	const server = createServer((socket) => {
		socket.on('error', () => {})
		socket.end(JSON.stringify({ pid: process.pid, state: state() }))
	})
	server.unref()
	const bound = join(folder, `.s.${process.pid}`)
	await rm(bound, { force: true })
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject)
		server.listen(bound, resolve)
	})
	const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
	const path = join(folder, socketName)
	const isFirst = await link(bound, path)
		.catch(async (error: NodeJS.ErrnoException) => {
			if (error.code !== 'EEXIST') throw error
			if (await queryOwner(folder)) return false
			// Left behind by a killed process. If two replace it at once, the lock in PostgreSQL decides.
			await rm(path, { force: true })
			return link(bound, path)
		})
		.catch(async (error: NodeJS.ErrnoException) => {
			if (error.code === 'EEXIST') return false
			await close()
			throw error
		})
	await rm(bound, { force: true })
	if (isFirst === false) return close().then(() => undefined)
	return async () => {
		await rm(path, { force: true })
		await close()
	}
}

/** Queries the owner of a data directory. @returns nothing when no process owns it */
export function queryOwner(folder: string): Promise<Owner | undefined> {
	return new Promise((resolve) => {
		const socket = createConnection(join(folder, socketName))
		let text = ''
		socket.setTimeout(2000, () => socket.destroy())
		socket.on('data', (chunk) => {
			text += chunk
		})
		// Only a refused connection proves that there is no such process.
		socket.once('error', ({ code }: NodeJS.ErrnoException) =>
			resolve(code === 'ENOENT' || code === 'ECONNREFUSED' ? undefined : unresponsiveOwner),
		)
		socket.once('close', () => resolve(text ? (JSON.parse(text) as Owner) : unresponsiveOwner))
	})
}

const unresponsiveOwner: Owner = { pid: undefined, state: 'silent' }

/**
 * Waits while the owner is in one of the states, for at most a minute.
 * @returns the owner that still exists afterwards
 */
export async function waitForOwner(
	states: readonly OwnerState[],
	folder: string,
	abort?: AbortSignal,
): Promise<Owner | undefined> {
	const deadline = performance.now() + 60_000
	for (;;) {
		const owner = await queryOwner(folder)
		if (!owner || !states.includes(owner.state) || performance.now() > deadline) return owner
		await pause(100, abort)
	}
}
