import { buffer } from 'node:stream/consumers'
import type { Partials, Pieces } from './file-store.ts'
import { requireVersion } from './file-store.ts'
import { chunksOf } from './pour.ts'
import type { Part, S3Bucket } from './s3-bucket.ts'
import { cut } from './s3-parts.ts'

/**
 * What is in S3 of a file on its way: parts of a multipart upload, and a tail that is too short to be one. The tail lies
 * in an object of its own, named by the part that it will be in: one from before the last part can never be taken for it.
 */
type Arrived = { upload: string; parts: Part[]; tail: number }

/** The least that S3 takes as a part with more to come; no more, so that a piece rarely has to be fetched again. */
const partSize = 5 * 1024 * 1024
const folder = 'uploads/'
const dayInMilliseconds = 86_400_000

/** Partial files as multipart uploads. Where one stands is what `pieces` says: S3's own list is neither asked nor needed. */
export function createS3Partials(bucket: S3Bucket, fileKey: (version: string) => string): Partials {
	const tailKey = (id: string, { parts }: Arrived) => `${folder}${id}/${parts.length + 1}`
	const lengthOf = ({ parts, tail }: Arrived) =>
		parts.reduce((sum, { size }) => sum + size, 0) + tail

	async function readTail(id: string, arrived: Arrived): Promise<Buffer> {
		if (arrived.tail === 0) return Buffer.alloc(0)
		const stream = await bucket.get(tailKey(id, arrived), { from: 0, to: arrived.tail - 1 })
		if (!stream) throw new Error('the tail of a partial file is gone')
		return buffer(stream)
	}

	async function addPart(id: string, arrived: Arrived, bytes: Buffer): Promise<Arrived> {
		const { upload, parts } = arrived
		const part = await bucket.part(fileKey(id), upload, parts.length + 1, bytes)
		return { upload, parts: [...parts, part], tail: 0 }
	}

	return {
		async requireRoom() {},
		async sizeOf(id, pieces) {
			requireVersion(id)
			return isArrived(pieces) ? lengthOf(pieces) : 0
		},
		async append(id, source, { pieces, keep }) {
			let arrived: Arrived = isArrived(pieces)
				? pieces
				: { upload: await bucket.begin(fileKey(id)), parts: [], tail: 0 }
			const before = arrived
			const carried = await readTail(id, arrived)
			for await (const { bytes, isLast, failure } of cut(chunksOf(source), partSize, carried)) {
				if (!isLast) arrived = await addPart(id, arrived, bytes)
				else if (bytes.length > 0) {
					await bucket.put(tailKey(id, arrived), bytes)
					arrived = { ...arrived, tail: bytes.length }
				}
				await keep(arrived)
				if (failure) throw failure.cause
			}
			if (before.tail > 0 && arrived.parts.length > before.parts.length)
				await bucket.remove(tailKey(id, before))
			return lengthOf(arrived)
		},
		async finish(id, pieces, size) {
			const key = fileKey(id)
			const earlier = await bucket.head(key)
			if (earlier?.size === size) return { version: id, ...earlier }
			if (size === 0) await bucket.put(key, Buffer.alloc(0))
			else if (isArrived(pieces)) {
				const tail = await readTail(id, pieces)
				const { upload, parts } = tail.length > 0 ? await addPart(id, pieces, tail) : pieces
				await bucket.complete(key, upload, parts)
			}
			const file = await bucket.head(key)
			if (file?.size !== size) throw new Error(`the file has ${file?.size} bytes, not ${size}`)
			if (isArrived(pieces) && pieces.tail > 0) await bucket.remove(tailKey(id, pieces))
			return { version: id, ...file }
		},
		async discard(id, pieces) {
			if (isArrived(pieces)) {
				await bucket.abort(fileKey(id), pieces.upload)
				await bucket.remove(tailKey(id, pieces))
			}
			await bucket.remove(fileKey(id))
		},
		async sweep(olderThan) {
			const moment = Date.now() - olderThan
			const tails = (await bucket.list(folder)).filter(({ since }) => since < moment)
			for (const { key } of tails) await bucket.remove(key)
			// An upload is begun with its first bytes, but may go on for a day.
			const begun = await bucket.begunBefore('files/', moment - dayInMilliseconds)
			for (const { key, upload } of begun) await bucket.abort(key, upload)
			return tails.length + begun.length
		},
	}
}

function isArrived(pieces: Pieces): pieces is Arrived {
	return typeof pieces === 'object' && pieces !== null && 'upload' in pieces
}
