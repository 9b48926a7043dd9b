import { randomUUID } from 'node:crypto'
import { createEtag } from './etag-of.ts'
import {
	type FileStore,
	FileTooLarge,
	isVersion,
	type PutOptions,
	requireVersion,
	type Source,
	type StoredFile,
} from './file-store.ts'
import { chunksOf } from './pour.ts'
import { createS3Bucket, type Part, type S3Bucket } from './s3-bucket.ts'
import { openBucket, type S3Settings } from './s3-client.ts'
import { createS3Partials } from './s3-partials.ts'
import { cut } from './s3-parts.ts'

/** Bytes of a file that are in memory at a time; one part is on its way while the next fills. */
const partSize = 8 * 1024 * 1024
/** Requests at a time when many files go. */
const atOnce = 8

const shelfKey = (start: string) => `files/${start}/`
export const fileKey = (version: string) =>
	`${shelfKey(requireVersion(version).slice(0, 2))}${version}`

/** Files in a bucket of S3, or of anything that speaks like it. */
export function createS3Store(settings: S3Settings): FileStore & { check(): Promise<unknown> } {
	const bucket = createS3Bucket(openBucket(settings))

	async function put(source: Source, most: number, options: PutOptions = {}) {
		const { expected = 0, version = randomUUID() } = options
		if (expected > most) throw new FileTooLarge(`more than ${most} bytes`)
		const etag = createEtag()
		const counted = { size: 0 }
		await putParts(bucket, fileKey(version), watched(source, most, counted, etag.note))
		return { version, size: counted.size, etag: etag.of(version) }
	}

	return {
		put,
		requireWritable: async () => {},
		check: bucket.check,
		read: async (version, range) => bucket.get(fileKey(version), range),
		async copy(version): Promise<StoredFile | undefined> {
			const copy = randomUUID()
			if (!(await bucket.copy(fileKey(version), fileKey(copy)))) return undefined
			const found = await bucket.head(fileKey(copy))
			return found && { version: copy, ...found }
		},
		async shelf(start) {
			const files = await bucket.list(shelfKey(start))
			return files
				.map(({ key, since }) => ({ version: key.slice(shelfKey(start).length), since }))
				.filter(({ version }) => isVersion(version))
		},
		async remove(versions) {
			const keys = versions.map(fileKey)
			for (let i = 0; i < keys.length; i += atOnce)
				await Promise.all(keys.slice(i, i + atOnce).map(bucket.remove))
		},
		partials: createS3Partials(bucket, fileKey),
	}
}

/** Counts and hashes what passes. @throws FileTooLarge when it is too much */
async function* watched(
	source: Source,
	most: number,
	counted: { size: number },
	note: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
	for await (const chunk of chunksOf(source)) {
		counted.size += chunk.length
		if (counted.size > most) throw new FileTooLarge(`more than ${most} bytes`)
		note(chunk)
		yield chunk
	}
}

/** Small files go in one request; larger ones in parts, which exist for nobody until the last one is there. */
async function putParts(bucket: S3Bucket, key: string, source: Source): Promise<void> {
	let upload: string | undefined
	const sending: Promise<Part>[] = []
	try {
		for await (const { bytes, isLast, failure } of cut(source, partSize)) {
			if (failure) throw failure.cause
			if (isLast && !upload) {
				await bucket.put(key, bytes)
				return
			}
			upload ??= await bucket.begin(key)
			await sending.at(-1)
			const part = bucket.part(key, upload, sending.length + 1, bytes)
			// Its failure is met when the next part is full, and must not end the process before.
			part.catch(() => {})
			sending.push(part)
		}
		if (upload) await bucket.complete(key, upload, await Promise.all(sending))
	} catch (error) {
		await Promise.allSettled(sending)
		if (upload) await bucket.abort(key, upload)
		throw error
	}
}
