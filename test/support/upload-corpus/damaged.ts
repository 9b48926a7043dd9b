import { randomBytes } from 'node:crypto'
import { encoded, type Format, file, formats, picture, type UploadCase } from './case.ts'
import { pngChunk, pngHeader, pngSignature } from './chunks.ts'
import { noisy } from './noisy.ts'

async function changed(format: Format, change: (bytes: Buffer) => void): Promise<Buffer> {
	const bytes = Buffer.from(await noisy(format))
	change(bytes)
	return bytes
}

const signatures: Record<Format, Buffer> = {
	jpeg: Buffer.from('ffd8ffe0', 'hex'),
	png: pngSignature,
	webp: Buffer.concat([Buffer.from('RIFF'), Buffer.from([0xff, 0xff, 0, 0]), Buffer.from('WEBP')]),
}

/** Files that begin like a picture and of which less than half can be decoded, or nothing. */
export const damaged: UploadCase[] = [
	...formats.flatMap((format) => [
		...[5, 10, 20, 30, 40, 50, 60, 70, 80, 90].map((share) =>
			// Nothing of a WebP that was cut is decoded.
			file(`${format} cut off at ${share} %`, share > 50 && format !== 'webp' ? 'taken' : 'InvalidImage', async () => {
				const whole = await noisy(format)
				return whole.subarray(0, Math.floor((whole.length * share) / 100))
			}),
		),
		file(`${format} of its signature and noise`, 'InvalidImage', async () =>
			Buffer.concat([signatures[format], randomBytes(3000)]),
		),
		file(`${format} of its signature and zeros`, 'InvalidImage', async () =>
			Buffer.concat([signatures[format], Buffer.alloc(3000)]),
		),
		file(`${format} of its signature and a page`, 'InvalidImage', async () =>
			Buffer.concat([signatures[format], Buffer.from('<html><script>1</script></html>'.repeat(9))]),
		),
		file(`${format} of its signature and a gif`, 'InvalidImage', async () =>
			Buffer.concat([signatures[format], await picture().gif().toBuffer()]),
		),
	]),
	...[40, 60].map((at) =>
		file(`png with a wrong byte at ${at}`, 'InvalidImage', () =>
			changed('png', (bytes) => bytes.writeUInt8((bytes[at] ?? 0) ^ 0xff, at)),
		),
	),
	file('png without pixels', 'InvalidImage', async () =>
		Buffer.concat([pngHeader(10, 10), pngChunk('IEND', Buffer.alloc(0))]),
	),
	file('png of no width', 'InvalidImage', async () =>
		Buffer.concat([pngHeader(0, 10), pngChunk('IEND', Buffer.alloc(0))]),
	),
	file('png of no height', 'InvalidImage', async () =>
		Buffer.concat([pngHeader(10, 0), pngChunk('IEND', Buffer.alloc(0))]),
	),
	file('png of three bits', 'InvalidImage', async () =>
		Buffer.concat([pngHeader(9, 9, [3, 2, 0]), pngChunk('IDAT', randomBytes(50)), pngChunk('IEND', Buffer.alloc(0))]),
	),
	file('png whose pixels are noise', 'InvalidImage', async () =>
		Buffer.concat([pngHeader(90, 90), pngChunk('IDAT', randomBytes(900)), pngChunk('IEND', Buffer.alloc(0))]),
	),
	file('png that begins twice', 'InvalidImage', async () =>
		Buffer.concat([pngHeader(9, 9), pngHeader(9, 9).subarray(8), pngChunk('IEND', Buffer.alloc(0))]),
	),
	file('jpeg of headers alone', 'InvalidImage', async () => {
		const whole = await encoded('jpeg')
		return whole.subarray(0, whole.indexOf(Buffer.from('ffda', 'hex')))
	}),
	file('webp that claims to be longer', 'InvalidImage', () =>
		changed('webp', (bytes) => bytes.writeUInt32LE(bytes.length + 9999, 4)),
	),
	file('webp with a wrong kind of frame', 'InvalidImage', () => changed('webp', (bytes) => bytes.write('VP9 ', 12))),
]
