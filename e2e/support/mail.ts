import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { ServerAddress } from '#test/support/server-process.ts'
import { expect } from './fixtures.ts'

/** The newest mail to an address, with its link and code. */
export type Mail = { subject: string; text: string; link: string; code: string }

/**
 * Waits for a mail to the address that contains a link or code; notices are skipped.
 * @param about text of its subject, where there may be several
 * @param before an earlier mail: another one is awaited
 */
export async function mailTo(server: ServerAddress, address: string, about = '', before?: Mail): Promise<Mail> {
	const folder = join(server.dataDir, 'outbox')
	let found: Mail | undefined
	const newest = async () => {
		const names = await readdir(folder).catch(() => [])
		const own = names.filter((name) => name.endsWith(`-${address}.eml`)).sort()
		for (const name of own.reverse()) {
			const { subject = '', text = '' } = await PostalMime.parse(await readFile(join(folder, name)))
			const link = /https?:\S+token_hash=\S+/.exec(text)?.[0] ?? ''
			const code = /\b\d{6}\b/.exec(text)?.[0] ?? ''
			if ((!link && !code) || !subject.includes(about)) continue
			if (link === before?.link) return false
			found = { subject, text, link, code }
			return true
		}
		return false
	}
	await expect.poll(newest).toBe(true)
	return found as unknown as Mail
}
