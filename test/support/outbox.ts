import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { sql } from '#platform/pg/sql.ts'
import type { TestApp } from './test-app.ts'

/** A file is named `<time>-<to>.eml`. */
const timeLength = '2026-11-20T14-06-00-000Z'.length

/** A received mail with its link and code. */
export type ReceivedMail = Email & { link: URL; tokenHash: string; code: string }

/**
 * Waits for queued mails.
 * @returns the mails to an address, oldest first
 */
export async function mailsTo(app: TestApp, address: string): Promise<ReceivedMail[]> {
	await allWritten(app)
	const folder = join(app.deps.config.DATA_DIR, 'outbox')
	const names = await readdir(folder).catch(() => [])
	const files = names.filter((name) => name.slice(timeLength) === `-${address}.eml`).sort()
	return Promise.all(files.map(async (name) => read(await readFile(join(folder, name)))))
}

/** The newest mail to an address. */
export async function lastMailTo(app: TestApp, address: string): Promise<ReceivedMail> {
	const mail = (await mailsTo(app, address)).at(-1)
	if (!mail) throw new Error(`there is no mail to ${address}`)
	return mail
}

/** Waits until no mail is queued or in progress; another node of the same database may have taken one. */
async function allWritten({ deps: { db, jobs } }: TestApp): Promise<void> {
	const inHand = sql`select from plaudit.jobs where attempts > 0 and last_error is null and failed_at is null`
	do {
		await jobs.idle()
	} while ((await db.as({ role: 'service_role' }, (tx) => tx.final(inHand))).length > 0)
}

async function read(file: Buffer): Promise<ReceivedMail> {
	const mail = await PostalMime.parse(file)
	const link = new URL(/https?:\S+token_hash=\S+/.exec(mail.text ?? '')?.[0] ?? 'about:blank')
	return {
		...mail,
		link,
		tokenHash: link.searchParams.get('token_hash') ?? '',
		code: /\b\d{6}\b/.exec(mail.text ?? '')?.[0] ?? '',
	}
}
