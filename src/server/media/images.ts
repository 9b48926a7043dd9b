import { z } from 'zod'
import type { Source } from './file-store.ts'
import { refuse } from './image-refused.ts'
import { type ImageFormat, signatureLength, sniff } from './image-signature.ts'
import { codeImage } from './image-workers.ts'
import { chunksOf } from './pour.ts'
import { spool } from './spool.ts'

/** What a bucket or a form accepts as a picture. Bytes, pixels of the input, longest side of the result. */
export const imagePolicy = z.object({
	max_bytes: z
		.int()
		.positive()
		.default(10 * 1024 * 1024),
	max_pixels: z.int().positive().default(50_000_000),
	max_side: z.int().positive().max(16_000).default(2048),
})
export type ImagePolicy = z.infer<typeof imagePolicy>

/** A picture as it is stored and served: re-encoded, upright, without metadata. */
export type EncodedImage = {
	bytes: Buffer
	mime: 'image/jpeg' | 'image/png' | 'image/webp'
	width: number
	height: number
}

/**
 * Decodes a picture by its content, never by its name or declared type, and encodes it anew.
 * @throws ImageRefused
 */
export async function encodeImage(bytes: Buffer, policy: ImagePolicy): Promise<EncodedImage> {
	if (bytes.length > policy.max_bytes) throw refuse('bytes', policy.max_bytes)
	const format = sniff(bytes)
	if (!format) throw refuse('type')
	return encode(format, policy, async () => bytes)
}

/**
 * The same for a picture that streams in. It is refused by its first bytes, or kept in a file until its turn comes, so that
 * slow senders hold up nobody.
 * @param folder for that file
 * @throws ImageRefused, StorageFull, or what the source threw
 */
export async function encodeStream(
	source: Source,
	policy: ImagePolicy,
	folder: string,
): Promise<EncodedImage> {
	const { head, whole } = await peek(source)
	const format = sniff(head)
	if (!format) throw refuse('type')
	const spooled = await spool(folder, whole, policy.max_bytes)
	if (!spooled) throw refuse('bytes', policy.max_bytes)
	try {
		return await encode(format, policy, spooled.read)
	} finally {
		await spooled.remove()
	}
}

async function encode(
	format: ImageFormat,
	{ max_pixels, max_side }: ImagePolicy,
	read: () => Promise<Buffer>,
): Promise<EncodedImage> {
	const { bytes, width, height } = await codeImage('encode', async () => ({
		kind: 'encode',
		bytes: await read(),
		format,
		maxPixels: max_pixels,
		maxSide: max_side,
	}))
	return { bytes, mime: `image/${format}`, width, height }
}

/** The first bytes of a stream, and all of it. */
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
