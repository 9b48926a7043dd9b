import { buffer } from 'node:stream/consumers'
import type { MultipartState, MultipartUploads } from '#platform/media/files/file-store.ts'
import { requireVersion } from '#platform/media/files/file-store.ts'
import { chunksOf } from '#platform/media/files/pipe.ts'
import { splitIntoParts } from './put-parts.ts'
import type { Part, S3Bucket } from './s3-bucket.ts'

/**
 * State of a file in S3: the parts of a multipart upload, and a tail that is too short for a part. The tail is an
 * object of its own, named after the number of its future part, so an older tail cannot be mistaken for it.
 */
type UploadedParts = { upload: string; parts: Part[]; tail: number }

/** S3's minimum size of a part; not larger, so that a tail rarely has to be fetched again. */
const partSize = 5 * 1024 * 1024
const folder = 'uploads/'
const dayInMilliseconds = 86_400_000

/** Multipart uploads in S3. `pieces` is the only state: S3's own list is not read. */
export function createS3MultipartUploads(bucket: S3Bucket, fileKey: (version: string) => string): MultipartUploads {
	const tailKey = (id: string, { parts }: UploadedParts) => `${folder}${id}/${parts.length + 1}`
	const lengthOf = ({ parts, tail }: UploadedParts) => parts.reduce((sum, { size }) => sum + size, 0) + tail

	async function readTail(id: string, arrived: UploadedParts): Promise<Buffer> {
		if (arrived.tail === 0) return Buffer.alloc(0)
		const stream = await bucket.get(tailKey(id, arrived), { from: 0, to: arrived.tail - 1 })
		if (!stream) throw new Error('the tail of a partial file is gone')
		return buffer(stream)
	}

	async function addPart(id: string, arrived: UploadedParts, bytes: Buffer): Promise<UploadedParts> {
		const { upload, parts } = arrived
		const part = await bucket.part(fileKey(id), upload, parts.length + 1, bytes)
		return { upload, parts: [...parts, part], tail: 0 }
	}

	return {
		async requireSpace() {},
		async sizeOf(id, pieces) {
			requireVersion(id)
			return isUploadedParts(pieces) ? lengthOf(pieces) : 0
		},
		async append(id, source, { pieces, persist: keep }) {
			let arrived: UploadedParts = isUploadedParts(pieces)
				? pieces
				: { upload: await bucket.begin(fileKey(id)), parts: [], tail: 0 }
			const before = arrived
			const carried = await readTail(id, arrived)
			for await (const { bytes, isLast, failure } of splitIntoParts(chunksOf(source), partSize, carried)) {
				if (!isLast) arrived = await addPart(id, arrived, bytes)
				else if (bytes.length > 0) {
					await bucket.put(tailKey(id, arrived), bytes)
					arrived = { ...arrived, tail: bytes.length }
				}
				await keep(arrived)
				if (failure) throw failure.cause
			}
			if (before.tail > 0 && arrived.parts.length > before.parts.length) await bucket.remove(tailKey(id, before))
			return lengthOf(arrived)
		},
		async finish(id, pieces, size) {
			const key = fileKey(id)
			const earlier = await bucket.head(key)
			if (earlier?.size === size) return { version: id, ...earlier }
			if (size === 0) await bucket.put(key, Buffer.alloc(0))
			else if (isUploadedParts(pieces)) {
				const tail = await readTail(id, pieces)
				const { upload, parts } = tail.length > 0 ? await addPart(id, pieces, tail) : pieces
				await bucket.complete(key, upload, parts)
			}
			const file = await bucket.head(key)
			if (file?.size !== size) throw new Error(`the file has ${file?.size} bytes, not ${size}`)
			if (isUploadedParts(pieces) && pieces.tail > 0) await bucket.remove(tailKey(id, pieces))
			return { version: id, ...file }
		},
		async abort(id, pieces) {
			if (isUploadedParts(pieces)) {
				await bucket.abort(fileKey(id), pieces.upload)
				await bucket.remove(tailKey(id, pieces))
			}
			await bucket.remove(fileKey(id))
		},
		async sweep(olderThan) {
			const moment = Date.now() - olderThan
			const tails = (await bucket.list(folder)).filter(({ since }) => since < moment)
			for (const { key } of tails) await bucket.remove(key)
			// An upload starts with its first bytes but may last a day.
			const uploads = await bucket.begunBefore('files/', moment - dayInMilliseconds)
			for (const { key, upload } of uploads) await bucket.abort(key, upload)
			return tails.length + uploads.length
		},
	}
}

function isUploadedParts(pieces: MultipartState): pieces is UploadedParts {
	return typeof pieces === 'object' && pieces !== null && 'upload' in pieces
}
