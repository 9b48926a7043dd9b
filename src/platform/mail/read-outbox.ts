import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { aboutHeader } from './outbox.ts'

/** The headers of a written mail. */
export type OutboxMail = {
	/** Name of the file. */
	name: string
	recipient: string
	/** Ids of the rows that it is about; none in mails of a version before. */
	about: string[]
	/** ISO 8601. */
	written_at: string
}

/** More than the headers of any mail. */
const headerBytes = 16_384
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Names of the written mails, oldest first; none without an outbox. */
export async function listOutbox(folder: string): Promise<string[]> {
	const names = await readdir(folder).catch((error: NodeJS.ErrnoException): string[] => {
		if (error.code === 'ENOENT') return []
		throw error
	})
	return names.filter((name) => name.endsWith('.eml')).sort()
}

/** Reads the headers of a written mail; undefined once it is gone. */
export async function readOutboxMail(folder: string, name: string): Promise<OutboxMail | undefined> {
	const file = await open(join(folder, name)).catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
	})
	if (!file) return undefined
	try {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
		const [head = ''] = buffer.toString('utf8', 0, bytesRead).split('\r\n\r\n')
		const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
		const header = (key: string) => lines.find((line) => line.startsWith(`${key}: `))?.slice(key.length + 2) ?? ''
		const date = new Date(header('Date'))
		return {
			name,
			recipient: /<([^<>]*)>\s*$/.exec(header('To'))?.[1] ?? header('To'),
			about: header(aboutHeader).match(uuid) ?? [],
			written_at: (Number.isNaN(Number(date)) ? (await file.stat()).mtime : date).toISOString(),
		}
	} finally {
		await file.close()
	}
}
