import { rename, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { join } from 'node:path'
import { pause } from './probe-postgres.ts'

/** What the process that owns a data directory does with PostgreSQL; `silent` when it did not say. */
export type OwnerState = 'serving' | 'recovering' | 'stopping' | 'silent'

/** The process that owns a data directory. */
export type Owner = { pid: number | undefined; state: OwnerState }

/** No longer than PostgreSQL's own socket name, whose path was measured. */
const name = '.s.PLAUDIT'

/**
 * Shows other processes that the data directory is owned, also while its PostgreSQL is down: the kernel refuses connections to
 * the socket as soon as this process has ended.
 * @returns what withdraws it
 */
export async function publishOwner(
	folder: string,
	state: () => OwnerState,
): Promise<() => Promise<void>> {
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
	// Replaces in one step what a killed process left behind.
	await rename(bound, join(folder, name))
	return async () => {
		await rm(join(folder, name), { force: true })
		await new Promise((resolve) => server.close(resolve))
	}
}

/** Asks the owner of a data directory. @returns nothing when no process owns it */
export function askOwner(folder: string): Promise<Owner | undefined> {
	return new Promise((resolve) => {
		const socket = createConnection(join(folder, name))
		let text = ''
		socket.setTimeout(2000, () => socket.destroy())
		socket.on('data', (chunk) => {
			text += chunk
		})
		// Only the kernel's refusal proves that there is no such process.
		socket.once('error', ({ code }: NodeJS.ErrnoException) =>
			resolve(code === 'ENOENT' || code === 'ECONNREFUSED' ? undefined : silent),
		)
		socket.once('close', () => resolve(text ? (JSON.parse(text) as Owner) : silent))
	})
}

const silent: Owner = { pid: undefined, state: 'silent' }

/** Waits while the owner is stopping. @returns the owner that is still there afterwards */
export async function askOwnerAfterStop(folder: string): Promise<Owner | undefined> {
	const deadline = performance.now() + 60_000
	for (;;) {
		const owner = await askOwner(folder)
		if (owner?.state !== 'stopping' || performance.now() > deadline) return owner
		await pause(100)
	}
}
