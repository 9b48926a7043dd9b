import type { Source } from '#platform/media/files/file-store.ts'
import type { Part, S3Bucket } from './s3-bucket.ts'
import { splitIntoParts } from './split-parts.ts'

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
