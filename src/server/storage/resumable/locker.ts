import { setTimeout as pause } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker } from '@tus/server'
import type { Deps } from '#server/deps.ts'
import type { Release } from '#server/pg/locks.ts'
import { service } from '#server/storage/request.ts'
import { lockName } from './lock-name.ts'
import { askToStop } from './queries.ts'
import { readUploadId } from './upload-id.ts'

/** How long a newcomer waits for the writer before it to stop, and how often it looks. */
const patience = 10_000
const lookEvery = 100

/** Whether the lock of one request still holds. */
export type Hold = { isLost: boolean }

/**
 * One writer for each upload among all nodes. Whoever comes next asks the present one to stop, because that one is most
 * likely a connection that died without a word (data.md §4.6).
 * @returns makes the locker of one request
 */
export function createLockers({ db }: Pick<Deps, 'db'>): (hold: Hold) => Locker {
	const writers = new Map<string, () => void>()
	let listening: Promise<void> | undefined

	const hear = () => {
		listening ??= db
			.listen('storage_upload', (id) => writers.get(id)?.())
			.catch((error) => {
				listening = undefined
				throw error
			})
		return listening
	}

	async function take(id: string, signal: AbortSignal, onLost: () => void): Promise<Release> {
		const until = Date.now() + patience
		for (let asked = false; ; asked = true) {
			const release = await db.lock(lockName(id), onLost)
			if (release) return release
			if (!asked) await db.as(service, (tx) => tx.final(askToStop(id)))
			if (signal.aborted) throw ERRORS.ABORTED
			if (Date.now() > until) throw { status_code: 423, body: 'The upload is locked\n' }
			await pause(lookEvery)
		}
	}

	return (hold) => ({
		newLock(address: string): Lock {
			const id = readUploadId(address)?.id ?? address
			let release: Release | undefined
			return {
				async lock(signal, cancel) {
					await hear()
					const stop = () => void cancel()
					release = await take(id, signal, () => {
						hold.isLost = true
						stop()
					})
					writers.set(id, stop)
				},
				async unlock() {
					writers.delete(id)
					await release?.()
				},
			}
		},
	})
}
