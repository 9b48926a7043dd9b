import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { formatMessage } from './eml.ts'
import type { Deliver } from './message.ts'

/**
 * Writes each mail to `<folder>/<time>-<to>.eml` instead of sending it.
 * Written beside and renamed: whoever watches the folder sees whole mails only.
 */
export function createOutbox(folder: string, onWritten: (path: string) => void): Deliver {
	let last = 0
	return async (message) => {
		// Two mails of one millisecond still get names of their own, in the order in which they were asked for.
		last = Math.max(Date.now(), last + 1)
		const date = new Date(last)
		const time = date.toISOString().replace(/[:.]/g, '-')
		const recipient = message.to.replace(/[^\w@.+-]/g, '_').slice(0, 120)
		await mkdir(folder, { recursive: true, mode: 0o700 })
		const path = join(folder, `${time}-${recipient}.eml`)
		const file = await open(`${path}.part`, 'w', 0o600)
		try {
			await file.writeFile(formatMessage(message, date))
			await file.sync()
		} finally {
			await file.close()
		}
		await rename(`${path}.part`, path)
		onWritten(path)
	}
}
