import type { Source } from '#platform/media/files/file-store.ts'
import type { Part, S3Bucket } from './s3-bucket.ts'

/** Small files take one request; larger ones use multipart upload and are invisible until it completes. */
export async function putParts(bucket: S3Bucket, key: string, source: Source, partSize: number): Promise<void> {
	let upload: string | undefined
	const sending: Promise<Part>[] = []
	try {
		for await (const { bytes, isLast, failure } of splitIntoParts(source, partSize)) {
			if (failure) throw failure.cause
			if (isLast && !upload) {
				await bucket.put(key, bytes)
				return
			}
			upload ??= await bucket.begin(key)
			await sending.at(-1)
			const part = bucket.part(key, upload, sending.length + 1, bytes)
			// Its failure is reported with the next part and must not be unhandled before.
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

/** A part of a stream; the last one has the error if the stream broke off after it. */
type StreamPart = { bytes: Buffer; isLast: boolean; failure?: { cause: unknown } }

/**
 * Splits a stream into parts of one size; the last one is shorter, perhaps empty.
 * @param carried bytes before the stream
 */
export async function* splitIntoParts(
	source: Source,
	size: number,
	carried: Uint8Array = new Uint8Array(),
): AsyncGenerator<StreamPart> {
	let gathered: Uint8Array[] = [carried]
	let length = carried.length
	const take = (): Buffer => {
		const all = Buffer.concat(gathered, length)
		gathered = [all.subarray(size)]
		length = Math.max(0, length - size)
		return all.subarray(0, size)
	}
	try {
		for await (const chunk of source) {
			gathered.push(chunk)
			length += chunk.length
			while (length > size) yield { bytes: take(), isLast: false }
		}
	} catch (cause) {
		yield { bytes: take(), isLast: true, failure: { cause } }
		return
	}
	yield { bytes: take(), isLast: true }
}
