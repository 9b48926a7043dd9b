const containers = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'stbl', 'edts', 'udta']

/** A box of an ISO base media file: ISO/IEC 14496-12. */
export function box(type: string, ...contents: (Buffer | string)[]): Buffer {
	const body = Buffer.concat(contents.map((one) => Buffer.from(one as string)))
	const header = Buffer.alloc(8)
	header.writeUInt32BE(body.length + 8)
	header.write(type, 4, 'latin1')
	return Buffer.concat([header, body])
}

export const uint32 = (...numbers: number[]): Buffer => {
	const bytes = Buffer.alloc(numbers.length * 4)
	for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, i * 4)
	return bytes
}

/** The boxes of a file or of a box's content, in order. */
export function boxesOf(bytes: Buffer): { type: string; content: Buffer }[] {
	const found: { type: string; content: Buffer }[] = []
	for (let at = 0; at + 8 <= bytes.length; ) {
		const stated = bytes.readUInt32BE(at)
		const isLarge = stated === 1
		const size = isLarge ? Number(bytes.readBigUInt64BE(at + 8)) : stated
		if (size < 8) throw new Error(`a box of ${size} bytes`)
		found.push({
			type: bytes.toString('latin1', at + 4, at + 8),
			content: bytes.subarray(at + (isLarge ? 16 : 8), at + size),
		})
		at += size
	}
	return found
}

/** Writes the file again with other contents of the boxes of a type, at any depth. */
export function changeBoxes(bytes: Buffer, type: string, change: (content: Buffer) => Buffer): Buffer {
	return Buffer.concat(
		boxesOf(bytes).map((one) => {
			if (one.type === type) return box(type, change(Buffer.from(one.content)))
			return box(one.type, containers.includes(one.type) ? changeBoxes(one.content, type, change) : one.content)
		}),
	)
}
