import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { encoded, file, marker, picture, type UploadCase } from './case.ts'
import { pngSignature } from './chunks.ts'
import { payloads } from './payloads.ts'

const isoBox = (brand: string) =>
	Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}`), randomBytes(200)])

/** Files of other types under any name, refused by their first bytes before anything is decoded. */
export const foreign: UploadCase[] = [
	...Object.entries(payloads).flatMap(([name, payload]) => [
		file(`${name}, called image/png`, 'InvalidMimeType', payload, 'image/png'),
		file(
			`${name} behind a mark of byte order`,
			'InvalidMimeType',
			async () => Buffer.concat([Buffer.from('efbbbf', 'hex'), payload]),
			'image/jpeg',
		),
	]),
	...(['gif', 'tiff', 'avif'] as const).map((format) =>
		file(format, 'InvalidMimeType', () => picture().toFormat(format).toBuffer(), 'image/png'),
	),
	file('gif that is javascript', 'InvalidMimeType', `GIF89a=1;/*${marker}*/`, 'image/gif'),
	...['mp42', 'isom', 'qt  ', 'heic', 'mif1', 'avif', 'crx '].map((brand) =>
		file(`${brand.trim()} by its brand`, 'InvalidMimeType', async () => isoBox(brand), 'image/jpeg'),
	),
	...Object.entries({
		bmp: '424d460000000000000036000000280000000200000002000000010018000000',
		ico: '0000010001001010000001002000680400001600000028000000100000002000',
		exe: '4d5a90000300000004000000ffff0000b800000000000000',
		elf: '7f454c4602010100000000000000000002003e0001000000',
		'java class': 'cafebabe0000003400220a00060014090015001608001709',
		psd: '384250530001000000000000000300000001000000010008',
		jxl: 'ff0a0000000000000000000000000000',
		'jpeg 2000': '0000000c6a5020200d0a870a00000014667479706a703220',
		webm: '1a45dfa39f4286810142f7810142f2810442f381084282847765626d',
		ogg: '4f676753000200000000000000001234567800000000',
		wav: '524946462400000057415645666d7420100000000100',
		avi: '524946462400000041564920',
		'rar archive': '526172211a0700cf907300000d00000000000000',
		'7z archive': '377abcaf271c00040000000000000000',
		wasm: '0061736d0100000001040160000003020100',
		sqlite: '53514c69746520666f726d6174203300',
		flash: '435753087800000078da',
	}).map(([name, hex]) => file(name, 'InvalidMimeType', async () => Buffer.from(hex, 'hex'), 'image/webp')),
	file('jpeg in gzip', 'InvalidMimeType', async () => gzipSync(await encoded('jpeg')), 'image/jpeg'),
	file(
		'jpeg in base64',
		'InvalidMimeType',
		async () => Buffer.from((await encoded('jpeg')).toString('base64')),
		'image/jpeg',
	),
	file('jpeg behind a line break', 'InvalidMimeType', async () =>
		Buffer.concat([Buffer.from('\r\n'), await encoded('jpeg')]),
	),
	file('png of UTF-8', 'InvalidMimeType', async () => Buffer.from((await encoded('png')).toString('latin1'), 'utf8')),
	file('nothing', 'InvalidMimeType', Buffer.alloc(0), 'image/png'),
	...[1, 2, 3, 7, 8, 11].map((length) =>
		file(`${length} bytes of a png`, 'InvalidMimeType', async () => pngSignature.subarray(0, length)),
	),
	file('zeros', 'InvalidMimeType', Buffer.alloc(5000)),
	file('noise', 'InvalidMimeType', async () => Buffer.concat([Buffer.from([1]), randomBytes(5000)])),
	file('text', 'InvalidMimeType', 'Just a few words, nothing else.', 'image/jpeg'),
	file('picture in Windows words', 'InvalidMimeType', async () => Buffer.from('<svg/>'.repeat(20), 'utf16le')),
]
