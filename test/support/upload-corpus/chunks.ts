import { crc32 } from 'node:zlib'
import type { Format } from './case.ts'

/** One chunk of a PNG with a valid checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
	const frame = Buffer.alloc(8)
	frame.writeUInt32BE(data.length, 0)
	frame.writeUInt32BE(crc32(body), 4)
	return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

export const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

/** The header of a PNG: bits per sample, colour type (2 is RGB, 6 is RGBA), interlaced or not. */
export function pngHeader(
	width: number,
	height: number,
	[bits, colour, interlaced] = [8, 2, 0] as [number, number, number],
): Buffer {
	const size = Buffer.alloc(13)
	size.writeUInt32BE(width, 0)
	size.writeUInt32BE(height, 4)
	size.set([bits, colour, 0, 0, interlaced], 8)
	return Buffer.concat([pngSignature, pngChunk('IHDR', size)])
}

/** One segment of a JPEG, e.g. 0xfe for a comment; long data is split into several. */
export function jpegSegment(kind: number, data: Buffer): Buffer {
	const segments: Buffer[] = []
	for (let at = 0; at === 0 || at < data.length; at += 65_000) {
		const part = data.subarray(at, at + 65_000)
		const head = Buffer.from([0xff, kind, 0, 0])
		head.writeUInt16BE(part.length + 2, 2)
		segments.push(head, part)
	}
	return Buffer.concat(segments)
}

/** One chunk of a WebP. */
export function webpChunk(type: string, data: Buffer): Buffer {
	const head = Buffer.alloc(8)
	head.write(type, 'latin1')
	head.writeUInt32LE(data.length, 4)
	return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}

/** Inserts bytes where a format allows arbitrary data: a comment, a text, an unknown chunk. */
export function hide(format: Format, image: Buffer, data: Buffer): Buffer {
	if (format === 'jpeg') return insert(image, 2, jpegSegment(0xfe, data))
	if (format === 'png') return insert(image, 33, pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), data])))
	return addToWebp(image, webpChunk('XTRA', data))
}

/** Appends a chunk and updates the length that the file declares. */
export function addToWebp(image: Buffer, chunk: Buffer): Buffer {
	const whole = Buffer.concat([image, chunk])
	whole.writeUInt32LE(whole.length - 8, 4)
	return whole
}

export function insert(image: Buffer, at: number, data: Buffer): Buffer {
	return Buffer.concat([image.subarray(0, at), data, image.subarray(at)])
}
