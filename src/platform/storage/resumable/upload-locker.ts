import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import type { Deps } from '#platform/deps.ts'
import type { Release } from '#platform/pg/locks.ts'
import { storageService } from '#platform/storage/storage-context.ts'
import { askToStop } from './queries.ts'
import { lockName, readUploadId } from './upload-id.ts'

/** Time that a request waits for the current writer to stop, and the interval of its attempts. */
const acquireTimeout = 10_000
const pollInterval = 100

/** True when the lock of one request is still held. */
export type LockState = { isLost: boolean }

/**
 * One writer for each upload among all nodes. A new request asks the current writer to stop, because that one is most
 * likely a dead connection.
 * @returns a factory of lockers, one for each request
 */
export function createLockers({ db }: Pick<Deps, 'db'>): (lockState: LockState) => Locker {
	const releaseCallbacks = new Map<string, () => void>()
	let listening: Promise<void> | undefined

	const listenForRequests = () => {
		listening ??= db
			.listen('storage_upload', (id) => releaseCallbacks.get(id)?.())
			.catch((error) => {
				listening = undefined
				throw error
			})
		return listening
	}

	async function take(id: string, signal: AbortSignal, onLost: () => void): Promise<Release> {
		const until = Date.now() + acquireTimeout
		for (let hasAsked = false; ; hasAsked = true) {
			const release = await db.lock(lockName(id), onLost)
			if (release) return release
			if (!hasAsked) await db.as(storageService, (tx) => tx.final(askToStop(id)))
			if (signal.aborted) throw ERRORS.ABORTED
			if (Date.now() > until) throw { status_code: 423, body: 'The upload is locked\n' }
			await pause(pollInterval)
		}
	}

	return (lockState) => ({
		newLock(address: string): Lock {
			const id = readUploadId(address)?.id ?? address
			let release: Release | undefined
			return {
				async lock(signal, cancel) {
					await listenForRequests()
					const stop = () => void cancel()
					release = await take(id, signal, () => {
						lockState.isLost = true
						stop()
					})
					releaseCallbacks.set(id, stop)
				},
				async unlock() {
					releaseCallbacks.delete(id)
					await release?.()
				},
			}
		},
	})
}
