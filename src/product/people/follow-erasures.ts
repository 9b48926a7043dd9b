import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keepErasures } from '#platform/backups/kept-erasures.ts'
import type { Deps } from '#platform/deps.ts'
import { createBatchWorker } from '#platform/jobs/batch-worker.ts'
import { outboxFolder } from '#platform/mail/outbox.ts'
import { listOutbox, type OutboxMail, readOutboxMail } from '#platform/mail/read-outbox.ts'
import { readQuery, service } from '#product/run-query.ts'
import { erasedMails } from './queries.ts'

/** A mail that was on its way during an erasure is written after it, and found by the next look. */
const lookMilliseconds = 30_000
/** Mails of one question to the database. */
const batch = 500

/** Follows the erasures of all nodes: removes written mails from the outbox of this one, and keeps lists in DATA_DIR. */
export function createErasureFollower({ config, db, log }: Pick<Deps, 'config' | 'db' | 'log'>) {
	const folder = outboxFolder(config)
	const known = new Map<string, OutboxMail>()
	let isOpen = false
	let isFailing = false

	async function readMails(): Promise<OutboxMail[]> {
		const names = await listOutbox(folder)
		const present = new Set(names)
		for (const name of known.keys()) if (!present.has(name)) known.delete(name)
		for (const name of names) {
			const mail = known.get(name) ?? (await readOutboxMail(folder, name))
			if (mail) known.set(name, mail)
		}
		return [...known.values()]
	}

	async function cleanOutbox(): Promise<void> {
		const mails = await readMails()
		for (let at = 0; at < mails.length; at += batch) {
			const query = erasedMails(mails.slice(at, at + batch))
			const gone = await readQuery<{ name: string }>(db, service, query)
			for (const { name } of gone) await rm(join(folder, name), { force: true })
		}
	}

	async function look(): Promise<void> {
		try {
			await cleanOutbox()
			await keepErasures(db, config)
			isFailing = false
		} catch (error) {
			if (!isFailing) log.error({ err: error }, 'what was erased cannot be removed from DATA_DIR, or listed in it')
			isFailing = true
		}
	}

	const worker = createBatchWorker({
		takeBatch: () => look().then(() => 0),
		batchSize: 1,
		pollMilliseconds: lookMilliseconds,
		onError: () => {},
	})

	return {
		async start(): Promise<void> {
			isOpen = true
			await db.listen('plaudit_erased', worker.wake, worker.wake)
			worker.start()
		},
		/** Looks once more, so that nothing erased before a stop is missing in DATA_DIR. */
		async close(): Promise<void> {
			if (!isOpen) return
			isOpen = false
			await worker.close()
			await look()
		},
	}
}
