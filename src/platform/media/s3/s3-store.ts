import { randomBytes, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { createEtag } from '#platform/media/files/file-etag.ts'
import {
	type FileStore,
	FileTooLarge,
	isVersion,
	type PutOptions,
	requireVersion,
	type Source,
	StorageUnavailable,
	type StoredFile,
} from '#platform/media/files/file-store.ts'
import { chunksOf } from '#platform/media/files/pipe.ts'
import { putParts } from './put-parts.ts'
import { createS3Bucket, type S3Bucket, type S3Settings } from './s3-bucket.ts'
import { createS3MultipartUploads } from './s3-multipart-upload.ts'

/** Bytes of a file in memory at a time; one part is uploaded while the next fills. */
const partSize = 8 * 1024 * 1024
/** Concurrent requests when many files are deleted. */
const deleteConcurrency = 8

const shardPrefix = (start: string) => `files/${start}/`
export const fileKey = (version: string) => `${shardPrefix(requireVersion(version).slice(0, 2))}${version}`

export function createS3Store(settings: S3Settings): FileStore {
	const bucket = createS3Bucket(settings)

	async function put(source: Source, maxBytes: number, options: PutOptions = {}) {
		const { expected = 0, version = randomUUID() } = options
		if (expected > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`)
		const etag = createEtag()
		const counted = { size: 0 }
		await putParts(bucket, fileKey(version), countAndHash(source, maxBytes, counted, etag.note), partSize)
		return { version, size: counted.size, etag: etag.of(version) }
	}

	return {
		put,
		requireWritable: createBucketProbe(bucket),
		read: async (version, range) => bucket.get(fileKey(version), range),
		async copy(version): Promise<StoredFile | undefined> {
			const copy = randomUUID()
			if (!(await bucket.copy(fileKey(version), fileKey(copy)))) return undefined
			const found = await bucket.head(fileKey(copy))
			return found && { version: copy, ...found }
		},
		async listShard(start) {
			const files = await bucket.list(shardPrefix(start))
			return files
				.map(({ key, since }) => ({ version: key.slice(shardPrefix(start).length), since }))
				.filter(({ version }) => isVersion(version))
		},
		async remove(versions) {
			const keys = versions.map(fileKey)
			for (let i = 0; i < keys.length; i += deleteConcurrency)
				await Promise.all(keys.slice(i, i + deleteConcurrency).map(bucket.remove))
		},
		multipartUploads: createS3MultipartUploads(bucket, fileKey),
	}
}

/** Counts and hashes a stream. @throws FileTooLarge */
async function* countAndHash(
	source: Source,
	maxBytes: number,
	counted: { size: number },
	note: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
	for await (const chunk of chunksOf(source)) {
		counted.size += chunk.length
		if (counted.size > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`)
		note(chunk)
		yield chunk
	}
}

/** Where the files of probes lie, apart from the stored ones. */
const folder = 'probe/'
const probeBytes = 64

/**
 * Prepares a probe that writes a small file, reads it again, compares and deletes it. A request for the bucket alone would not notice
 * keys that may only read, a proxy that answers in place of S3, or a disk behind it that gives other bytes. A probe that fails may
 * leave its file, which the next one replaces.
 * @throws StorageUnavailable from the probe
 */
function createBucketProbe(bucket: S3Bucket): () => Promise<void> {
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
