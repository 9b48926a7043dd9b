import { randomBytes } from 'node:crypto'
import { encoded, file, picture, type UploadCase } from './case.ts'
import { insert, jpegSegment, pngChunk, webpChunk } from './chunks.ts'
import { noisy } from './noisy.ts'

const taken = (name: string, bytes: UploadCase['bytes']) => file(name, 'taken', bytes)
const jpeg = (name: string, change: (whole: Buffer) => Buffer) =>
	taken(`jpeg ${name}`, async () => change(await noisy('jpeg')))
const png = (name: string, change: (whole: Buffer) => Buffer) =>
	taken(`png ${name}`, async () => change(await noisy('png')))

const marker = (bytes: Buffer, kind: number) => bytes.indexOf(Buffer.from([0xff, kind]))
const replaced = (whole: Buffer, at: number, ...values: number[]) =>
	Buffer.concat([whole.subarray(0, at), Buffer.from(values), whole.subarray(at + values.length)])
const tail = (whole: Buffer, bytes: Buffer) => Buffer.concat([whole, bytes])
/** Behind the mark that begins a file. */
const early = (whole: Buffer, bytes: Buffer) => insert(whole, 2, bytes)

/** The end of the header of the first scan: `Ss`, `Se` and `AhAl`. */
function scanEnd(whole: Buffer): number {
	const at = marker(whole, 0xda) + 2
	return at + whole.readUInt16BE(at)
}

/** The parts that a phone appends to a photo that moves: a video, and the list of its parts. */
const motionPhoto = Buffer.concat([
	Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42', 'latin1'),
	randomBytes(3000),
	Buffer.from('SEFHj\0\0\0\x01\0\0\0\0\0\x30\x0aSEFT', 'latin1'),
])

/** A grey JPEG of 64 blocks with a restart marker after each; the numbers of the markers are given. */
async function withRestarts(numberOf: (at: number) => number | undefined): Promise<Buffer> {
	const block = await encoded('jpeg', picture(8, 8).greyscale())
	const scan = marker(block, 0xda)
	const head = Buffer.from(block.subarray(0, scanEnd(block)))
	const frame = marker(head, 0xc0)
	head.writeUInt16BE(64, frame + 5)
	head.writeUInt16BE(64, frame + 7)
	const data = block.subarray(scanEnd(block), -2)
	const blocks = Array.from({ length: 64 }, (_, at) => {
		const number = at === 63 ? undefined : numberOf(at)
		return number === undefined ? data : Buffer.concat([data, Buffer.from([0xff, 0xd0 + (number % 8)])])
	})
	const interval = Buffer.from('ffdd00040001', 'hex')
	return Buffer.concat([head.subarray(0, scan), interval, head.subarray(scan), ...blocks, Buffer.from('ffd9', 'hex')])
}

/** Changes the checksum of the first chunk of a type. */
function wrongSum(whole: Buffer, type: string): Buffer {
	const at = whole.indexOf(type)
	const sum = at + 4 + whole.readUInt32BE(at - 4)
	return replaced(whole, sum, (whole[sum] ?? 0) ^ 0xff)
}

const withChunk = (whole: Buffer, type: string, data: Buffer) => insert(whole, 33, pngChunk(type, data))

/** Pictures that cameras, messengers and editors write, with faults that every browser overlooks. They are accepted. */
export const imperfect: UploadCase[] = [
	jpeg('whose scan ends at coefficient 0, as many Samsung phones write it', (whole) =>
		replaced(whole, scanEnd(whole) - 2, 0),
	),
	jpeg('whose scan begins at coefficient 1', (whole) => replaced(whole, scanEnd(whole) - 3, 1)),
	jpeg('without its last rows', (whole) => whole.subarray(0, Math.floor(whole.length * 0.93))),
	jpeg('of which two thirds arrived', (whole) => whole.subarray(0, Math.floor(whole.length * 0.67))),
	jpeg('whose last rows are zeros', (whole) => tail(whole.subarray(0, -600), Buffer.alloc(600))),
	jpeg('without its end', (whole) => whole.subarray(0, -2)),
	jpeg('with bytes before a marker', (whole) => insert(whole, marker(whole, 0xc0), Buffer.from('0011223344', 'hex'))),
	jpeg('with filling before a marker', (whole) => insert(whole, marker(whole, 0xc0), Buffer.alloc(9, 0xff))),
	jpeg('with bytes before the end', (whole) => insert(whole, whole.length - 2, Buffer.from('00aa00aa', 'hex'))),
	jpeg('with a video behind it, as a motion photo', (whole) => tail(whole, motionPhoto)),
	jpeg('with zeros behind it', (whole) => tail(whole, Buffer.alloc(4096))),
	jpeg('with a second picture behind it', (whole) => tail(whole, whole)),
	jpeg('with EXIF of noise', (whole) =>
		early(whole, jpegSegment(0xe1, tail(Buffer.from('Exif\0\0'), randomBytes(900)))),
	),
	jpeg('with EXIF that was cut', (whole) =>
		early(whole, jpegSegment(0xe1, Buffer.from('457869660000 49492a0008000000 ff00 1201'.replaceAll(' ', ''), 'hex'))),
	),
	jpeg('turned 99', (whole) =>
		early(
			whole,
			jpegSegment(
				0xe1,
				Buffer.from(
					'457869660000 49492a0008000000 0100 1201 0300 01000000 63000000 00000000'.replaceAll(' ', ''),
					'hex',
				),
			),
		),
	),
	jpeg('with a profile of noise', (whole) =>
		early(whole, jpegSegment(0xe2, tail(Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'), randomBytes(900)))),
	),
	jpeg('with one of three parts of a profile', (whole) =>
		early(whole, jpegSegment(0xe2, tail(Buffer.from('ICC_PROFILE\0\x02\x03', 'latin1'), randomBytes(900)))),
	),
	jpeg('with an empty profile', (whole) =>
		early(whole, jpegSegment(0xe2, Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1'))),
	),
	jpeg('with an Adobe marker of an unknown transformation', (whole) =>
		early(whole, jpegSegment(0xee, Buffer.from('Adobe\0d\0\0\0\0\x09', 'latin1'))),
	),
	jpeg('of a JFIF version that does not exist', (whole) => replaced(whole, 11, 9, 9)),
	jpeg('with a wrong byte in its pixels', (whole) => {
		const at = Math.floor((whole.length + scanEnd(whole)) / 2)
		return replaced(whole, at, ((whole[at] ?? 0) ^ 0x10) & 0x7f)
	}),
	taken('jpeg in CMYK without the marker of Adobe', async () => {
		const whole = await encoded('jpeg', picture().toColourspace('cmyk'))
		const at = marker(whole, 0xee)
		return at < 0 ? whole : Buffer.concat([whole.subarray(0, at), whole.subarray(at + 16)])
	}),
	taken('jpeg in CMYK without its last rows', async () => {
		const whole = await encoded('jpeg', picture(200, 200).toColourspace('cmyk'))
		return whole.subarray(0, Math.floor(whole.length * 0.95))
	}),
	taken('jpeg of two layers, of which the last is missing', async () => {
		const whole = await picture(300, 200).jpeg({ progressive: true }).toBuffer()
		return tail(whole.subarray(0, whole.lastIndexOf(Buffer.from('ffda', 'hex'))), Buffer.from('ffd9', 'hex'))
	}),
	taken('jpeg in layers, cut in the last one', async () => {
		const whole = await picture(300, 200).jpeg({ progressive: true }).toBuffer()
		return whole.subarray(0, whole.lastIndexOf(Buffer.from('ffda', 'hex')) + 20)
	}),
	taken('jpeg with sound restart markers', () => withRestarts((at) => at)),
	taken('jpeg with restart markers in a wrong order', () => withRestarts((at) => (at === 20 ? 5 : at))),
	taken('jpeg without one of its restart markers', () => withRestarts((at) => (at === 20 ? undefined : at))),
	taken('jpeg whose restart markers are all zero', () => withRestarts(() => 0)),
	...['tEXt', 'gAMA', 'pHYs', 'tIME', 'iCCP', 'eXIf'].map((type) =>
		png(`with a wrong checksum of ${type}`, (whole) =>
			wrongSum(withChunk(whole, type, Buffer.from('Comment\0\0x')), type),
		),
	),
	png('with a wrong checksum of its pixels', (whole) => wrongSum(whole, 'IDAT')),
	png('with a wrong checksum of its end', (whole) => wrongSum(whole, 'IEND')),
	...[50, 100, 1000].map((at) =>
		png(`with a wrong byte at ${at}`, (whole) => replaced(whole, at, (whole[at] ?? 0) ^ 0xff)),
	),
	png('with a profile of noise', (whole) => withChunk(whole, 'iCCP', tail(Buffer.from('sRGB\0\0'), randomBytes(500)))),
	png('with a gamma of zero', (whole) => withChunk(whole, 'gAMA', Buffer.alloc(4))),
	png('with a chunk that is twice there', (whole) =>
		withChunk(withChunk(whole, 'gAMA', Buffer.from([0, 0, 177, 143])), 'gAMA', Buffer.from([0, 0, 177, 143])),
	),
	png('with bytes behind its end', (whole) => tail(whole, randomBytes(500))),
	png('without its end', (whole) => whole.subarray(0, -12)),
	png('without the last checksum', (whole) => whole.subarray(0, -14)),
	png('without the end of its pixels', (whole) => whole.subarray(0, -60)),
	png('of which three quarters arrived', (whole) => whole.subarray(0, Math.floor(whole.length * 0.75))),
	taken('webp with bytes behind its end', async () => tail(await noisy('webp'), randomBytes(500))),
	taken('webp with an unknown chunk behind its end', async () =>
		tail(await noisy('webp'), webpChunk('ABCD', randomBytes(20))),
	),
]
