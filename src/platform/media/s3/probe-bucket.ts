import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { StorageUnavailable } from '#platform/media/files/file-store.ts'
import type { S3Bucket } from './s3-bucket.ts'

/** Where the files of probes lie, apart from the stored ones. */
const folder = 'probe/'
const probeBytes = 64

/**
 * Prepares a probe that writes a small file, reads it again, compares and deletes it. A request for the bucket alone would not notice
 * keys that may only read, a proxy that answers in place of S3, or a disk behind it that gives other bytes. A probe that fails may
 * leave its file, which the next one replaces.
 * @throws StorageUnavailable from the probe
 */
export function createBucketProbe(bucket: S3Bucket): () => Promise<void> {
	const key = `${folder}${randomUUID()}`
	return async () => {
		const written = randomBytes(probeBytes)
		await bucket.put(key, written)
		let found: Buffer | undefined
		try {
			const stream = await bucket.get(key)
			found = stream && (await readStart(stream, probeBytes + 1))
		} finally {
			await bucket.remove(key).catch((error) => {
				// A failed read is the better reason.
				if (found) throw error
			})
		}
		if (!found?.equals(written)) throw new StorageUnavailable('altered', 'S3 answers with other bytes than were stored')
	}
}

/** The first bytes of a stream, whose rest is not read. */
async function readStart(stream: Readable, most: number): Promise<Buffer> {
	const chunks: Buffer[] = []
	let size = 0
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		chunks.push(chunk)
		size += chunk.length
		if (size >= most) break
	}
	return Buffer.concat(chunks).subarray(0, most)
}
