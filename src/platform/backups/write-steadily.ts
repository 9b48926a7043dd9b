import { open } from 'node:fs/promises'

/**
 * Bytes after which a file is flushed. Unflushed bytes pile up until the system writes them all at once, and each commit of a
 * database on the same disk waits for that: 1.3 seconds were measured for half a gigabyte.
 */
const flushEvery = 8 * 1024 ** 2

/**
 * Writes a file and flushes it as it grows, so that others can use the disk meanwhile. An existing file is replaced.
 * @param mode its permissions, from which the umask takes
 */
export async function writeSteadily(path: string, source: AsyncIterable<Uint8Array>, mode: number): Promise<void> {
	const file = await open(path, 'w', mode)
	try {
		let unflushed = 0
		for await (const chunk of source) {
			await file.writeFile(chunk)
			unflushed += chunk.length
			if (unflushed < flushEvery) continue
			await file.datasync()
			unflushed = 0
		}
		await file.sync()
	} finally {
		await file.close()
	}
}
