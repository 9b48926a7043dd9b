import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { encoded, file, formats, marker, picture, type UploadCase } from './case.ts'
import { addToWebp, hide, insert, jpegSegment, pngChunk, webpChunk } from './chunks.ts'

const sizes: [number, number][] = [
	[1, 1],
	[1, 2],
	[7, 3],
	[300, 200],
	[2048, 10],
	[2049, 3],
	[1, 6000],
	[6000, 1],
	[4000, 3000],
]
const xmp = Buffer.from(
	`<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>${marker}</script><exif:GPSLatitude>51,30N</exif:GPSLatitude></x:xmpmeta>`,
)
const exif = {
	IFD0: { Copyright: marker, Artist: `<script>${marker}</script>`, Make: marker },
	IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N', GPSAreaInformation: marker },
}

/** Valid pictures of every variant; they are accepted, and only their pixels are kept. */
export const valid: UploadCase[] = [
	...formats.flatMap((format) => [
		...sizes.map(([width, height]) =>
			file(`${format} of ${width}×${height}`, 'taken', () => encoded(format, picture(width, height))),
		),
		file(`grey ${format}`, 'taken', () => encoded(format, picture().greyscale())),
		file(`${format} with EXIF and GPS`, 'taken', () => encoded(format, picture().withExif(exif))),
		file(`${format} with XMP`, 'taken', () => encoded(format, picture().withXmp(xmp.toString()))),
		file(`${format} with the profile of a wide gamut`, 'taken', () => encoded(format, picture().withIccProfile('p3'))),
		file(`${format} with a long comment`, 'taken', async () =>
			hide(format, await encoded(format), Buffer.from(marker.repeat(20_000))),
		),
		file(`${format} called text/html`, 'taken', () => encoded(format), 'text/html'),
		file(`${format} called image/svg+xml`, 'taken', () => encoded(format), 'image/svg+xml'),
		...[1, 2, 3, 4, 5, 6, 7, 8].map((orientation) =>
			file(`${format} turned ${orientation}`, 'taken', () => encoded(format, picture().withMetadata({ orientation }))),
		),
	]),
	file('progressive jpeg', 'taken', () => picture(300, 200).jpeg({ progressive: true }).toBuffer()),
	file('jpeg in CMYK', 'taken', () => picture().toColourspace('cmyk').jpeg().toBuffer()),
	file('jpeg in CMYK with its profile', 'taken', () =>
		picture().toColourspace('cmyk').withIccProfile('cmyk').jpeg().toBuffer(),
	),
	file('jpeg of the worst quality', 'taken', () => picture(200, 200).jpeg({ quality: 1 }).toBuffer()),
	file('jpeg without subsampling', 'taken', () => picture().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()),
	file('jpeg with IPTC', 'taken', async () =>
		insert(await encoded('jpeg'), 2, jpegSegment(0xed, Buffer.from(`Photoshop 3.0\0 8BIM ${marker}`))),
	),
	file('jpeg with a hundred comments', 'taken', async () =>
		insert(
			await encoded('jpeg'),
			2,
			Buffer.concat(Array.from({ length: 100 }, () => jpegSegment(0xfe, Buffer.from(marker)))),
		),
	),
	file('jpeg with a thumbnail that shows something else', 'taken', async () =>
		insert(
			await encoded('jpeg'),
			2,
			jpegSegment(
				0xe1,
				Buffer.concat([Buffer.from('JFXX\0'), await encoded('jpeg', picture(9, 9)), Buffer.from(marker)]),
			),
		),
	),
	file('interlaced png', 'taken', () => picture(300, 200).png({ progressive: true }).toBuffer()),
	file('png with a palette', 'taken', () => picture().png({ palette: true }).toBuffer()),
	file('png of 16 bits', 'taken', () => picture().toColourspace('rgb16').png().toBuffer()),
	file('transparent png', 'taken', () => encoded('png', picture(60, 40, 4))),
	file('transparent webp', 'taken', () => encoded('webp', picture(60, 40, 4))),
	file('webp without loss', 'taken', () => picture().webp({ lossless: true }).toBuffer()),
	file('webp nearly without loss', 'taken', () => picture().webp({ nearLossless: true }).toBuffer()),
	...['tEXt', 'iTXt', 'zTXt', 'eXIf', 'prVt', 'tIME', 'sPLT'].map((type) =>
		file(`png with ${type}`, 'taken', async () => insert(await encoded('png'), 33, pngChunk(type, textOf(type)))),
	),
	...['EXIF', 'XMP ', 'ABCD'].map((type) =>
		file(`webp with a late ${type.trim()}`, 'taken', async () =>
			addToWebp(await encoded('webp'), webpChunk(type, Buffer.from(marker))),
		),
	),
	file('webp of three moving pictures', 'taken', () => moving(3)),
	file('webp of five hundred moving pictures', 'taken', () => moving(500)),
	file('png that claims to move', 'taken', async () =>
		insert(await encoded('png'), 33, pngChunk('acTL', Buffer.from([0, 0, 0, 9, 0, 0, 0, 0]))),
	),
]

function textOf(type: string): Buffer {
	if (type === 'tIME') return Buffer.from([0x07, 0xd0, 1, 1, 0, 0, 0])
	if (type === 'zTXt') return Buffer.concat([Buffer.from('Comment\0\0'), gzipSync(marker).subarray(10)])
	if (type === 'iTXt') return Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${marker}`)
	return Buffer.from(`Comment\0${marker}`)
}

async function moving(frames: number): Promise<Buffer> {
	const side = 8
	const strip = Buffer.alloc(side * side * 3 * frames)
	for (let i = 0; i < strip.length; i++) strip[i] = (i * 31) % 255
	const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const
	return sharp(strip, { raw }).webp({ loop: 0, delay: 20, effort: 0 }).toBuffer()
}
