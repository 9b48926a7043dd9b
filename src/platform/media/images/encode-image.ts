import { z } from 'zod'
import type { Source } from '#platform/media/files/file-store.ts'
import { chunksOf } from '#platform/media/files/pipe.ts'
import { writeTempFile } from '#platform/media/files/temp-file.ts'
import {
	type ConvertedFormat,
	detectConvertedFormat,
	detectFormat,
	type ImageFormat,
	rejectImage,
	signatureLength,
	storedFormat,
} from './image-job.ts'
import { processImage } from './image-worker-pool.ts'

/** Image policy of a bucket or form: bytes, pixels of the input, longest side of the result. */
export const imagePolicy = z.object({
	max_bytes: z
		.int()
		.positive()
		.default(10 * 1024 * 1024),
	max_pixels: z.int().positive().default(50_000_000),
	max_side: z.int().positive().max(16_000).default(2048),
})
export type ImagePolicy = z.infer<typeof imagePolicy>

/** An image as it is stored and served: re-encoded, upright, without metadata. */
export type EncodedImage = {
	bytes: Buffer
	mime: 'image/jpeg' | 'image/png' | 'image/webp'
	width: number
	height: number
}

/**
 * Decodes an image by its content, never by its name or declared type, and re-encodes it.
 * @param converts true for pictures from elsewhere: AVIF and GIF are read too, and stored as WebP
 * @throws ImageRejected
 */
export async function encodeImage(bytes: Buffer, policy: ImagePolicy, converts = false): Promise<EncodedImage> {
	if (bytes.length > policy.max_bytes) throw rejectImage('bytes', policy.max_bytes)
	const format = detectFormat(bytes) ?? (converts ? detectConvertedFormat(bytes) : undefined)
	if (!format) throw rejectImage('type')
	return encode(format, policy, async () => bytes)
}

/**
 * The same for a stream. It is rejected by its first bytes, or kept in a temporary file until its turn, so that slow
 * senders do not occupy a worker.
 * @throws ImageRejected, StorageFull, or the source's error
 */
export async function encodeStream(source: Source, policy: ImagePolicy, folder: string): Promise<EncodedImage> {
	const { head, whole } = await peek(source)
	const format = detectFormat(head)
	if (!format) throw rejectImage('type')
	const tempFile = await writeTempFile(folder, whole, policy.max_bytes)
	if (!tempFile) throw rejectImage('bytes', policy.max_bytes)
	try {
		return await encode(format, policy, tempFile.read)
	} finally {
		await tempFile.remove()
	}
}

async function encode(
	format: ImageFormat | ConvertedFormat,
	{ max_pixels, max_side }: ImagePolicy,
	read: () => Promise<Buffer>,
): Promise<EncodedImage> {
	const { bytes, width, height } = await processImage('encode', async () => ({
		kind: 'encode',
		bytes: await read(),
		format,
		maxPixels: max_pixels,
		maxSide: max_side,
	}))
	return { bytes, mime: `image/${storedFormat(format)}`, width, height }
}

/** The first bytes of a stream, and the whole stream. */
async function peek(source: Source): Promise<{ head: Buffer; whole: Source }> {
	const rest = chunksOf(source)
	const chunks: Uint8Array[] = []
	for (let size = 0; size < signatureLength; ) {
		const { value, done } = await rest.next()
		if (done) break
		chunks.push(value)
		size += value.length
	}
	const head = Buffer.concat(chunks)
	async function* whole(): AsyncGenerator<Uint8Array> {
		yield head
		yield* rest
	}
	return { head, whole: whole() }
}
