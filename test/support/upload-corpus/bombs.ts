import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { encoded, file, picture, type UploadCase } from './case.ts'
import { insert, jpegSegment, pngChunk, pngHeader } from './chunks.ts'

const MiB = 1024 * 1024
const pngEnd = pngChunk('IEND', Buffer.alloc(0))

/** A PNG of one colour: a few kilobytes of file for hundreds of megabytes of pixels. */
function emptyPng(width: number, height: number, how: [number, number, number]): Buffer {
	const [bits, colour] = how
	const row = 1 + Math.ceil((width * bits * (colour === 6 ? 4 : 3)) / 8)
	const pixels = deflateSync(Buffer.alloc(row * height), { level: 9 })
	return Buffer.concat([pngHeader(width, height, how), pngChunk('IDAT', pixels), pngEnd])
}

/** A JPEG whose header contains a wrong size. */
async function mislabelledJpeg(width: number, height: number): Promise<Buffer> {
	const bytes = Buffer.from(await encoded('jpeg'))
	const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
	bytes.writeUInt16BE(height, frame + 5)
	bytes.writeUInt16BE(width, frame + 7)
	return bytes
}

/** Compressed data for a chunk that expands enormously. */
const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * MiB), { level: 9 })

/** Small files that would require more pixels, memory or time than the limits. */
export const bombs: UploadCase[] = [
	...(
		[
			[60_000, 60_000],
			[65_535, 65_535],
			[2_147_483_647, 2_147_483_647],
			[50_000_001, 1],
			[1, 50_000_001],
			[10_000, 5001],
		] as const
	).map(([width, height]) =>
		file(`png that claims ${width}×${height}`, 'EntityTooLarge', async () =>
			Buffer.concat([pngHeader(width, height), pngEnd]),
		),
	),
	file('jpeg that claims 65500×65500', 'EntityTooLarge', () => mislabelledJpeg(65_500, 65_500)),
	file('jpeg that claims 10000×5001', 'EntityTooLarge', () => mislabelledJpeg(10_000, 5001)),
	file('jpeg that claims 7000×7000', 'InvalidImage', () => mislabelledJpeg(7000, 7000)),
	file('webp that claims 16384×16384', 'InvalidImage', async () => {
		// A lossless WebP stores its size in the five bytes after its signature.
		const bytes = Buffer.from(await picture().webp({ lossless: true }).toBuffer())
		bytes.writeUInt32LE(0x0fffffff, 21)
		return bytes
	}),
	file('png of 49 million equal pixels', 'taken', async () => emptyPng(7000, 7000, [8, 2, 0])),
	file('interlaced png of 49 million equal pixels', 'taken', () =>
		sharp({ create: { width: 7000, height: 7000, channels: 3, background: 'red' } })
			.png({ progressive: true, compressionLevel: 1 })
			.toBuffer(),
	),
	file('interlaced png of 49 million deep pixels', 'InvalidImage', async () => emptyPng(7000, 7000, [16, 6, 1])),
	file('webp of 49 million equal pixels', 'taken', () =>
		sharp({
			create: { width: 7000, height: 7000, channels: 3, background: 'red' },
			limitInputPixels: false,
		})
			.webp({ effort: 0 })
			.toBuffer(),
	),
	file('progressive jpeg of 49 million equal pixels', 'taken', () =>
		sharp({ create: { width: 7000, height: 7000, channels: 3, background: 'red' } })
			.jpeg({ progressive: true })
			.toBuffer(),
	),
	file('png with a profile of 300 MB', 'taken', async () =>
		insert(await encoded('png'), 33, pngChunk('iCCP', Buffer.concat([Buffer.from('x\0\0'), packed(300)]))),
	),
	file('png with a text of 300 MB', 'taken', async () =>
		insert(await encoded('png'), 33, pngChunk('zTXt', Buffer.concat([Buffer.from('x\0\0'), packed(300)]))),
	),
	file('png with ten thousand texts', 'taken', async () =>
		insert(
			await encoded('png'),
			33,
			Buffer.concat(Array.from({ length: 10_000 }, () => pngChunk('tEXt', Buffer.from('Comment\0x')))),
		),
	),
	file('png whose pixels unpack to too many', 'taken', async () =>
		Buffer.concat([pngHeader(10, 10), pngChunk('IDAT', packed(300)), pngEnd]),
	),
	file('jpeg with eight megabytes of profile', 'taken', async () =>
		insert(await encoded('jpeg'), 2, jpegSegment(0xe2, Buffer.alloc(8 * MiB, 'ICC_PROFILE\0'))),
	),
	file('picture of more bytes than allowed', 'EntityTooLarge', async () =>
		Buffer.concat([await encoded('png'), Buffer.alloc(10 * MiB)]),
	),
	file('picture of exactly the bytes allowed', 'taken', async () => {
		const png = await encoded('png')
		return Buffer.concat([png, Buffer.alloc(10 * MiB - png.length)])
	}),
]
