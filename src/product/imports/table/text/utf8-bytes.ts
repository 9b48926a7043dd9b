import { isAscii } from 'node:buffer'

/** The length of the valid UTF-8 sequence that begins at a byte; 0 for a bad byte. */
export function utf8SequenceAt(bytes: Uint8Array, at: number): number {
	const lead = bytes[at] ?? 0
	if (lead < 0x80) return 1
	if (lead < 0xc2 || lead > 0xf4) return 0
	const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
	const second = bytes[at + 1] ?? 0
	const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80
	const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf
	if (second < least || second > most) return 0
	for (let next = at + 2; next < at + length; next++) if (((bytes[next] ?? 0) & 0xc0) !== 0x80) return 0
	return length
}

/** Bytes at the end that may begin a sequence of which the rest follows. */
export function cutSequenceLength(bytes: Uint8Array): number {
	for (let back = 1; back <= Math.min(3, bytes.length); back++) {
		const byte = bytes[bytes.length - back] ?? 0
		if ((byte & 0xc0) === 0x80) continue
		const length = byte < 0xc2 || byte > 0xf4 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
		return length > back ? back : 0
	}
	return 0
}

/** The pieces of a stream, none of which ends within a sequence of UTF-8. */
export async function* wholeSequences(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
	let cut: Buffer = Buffer.alloc(0)
	for await (const chunk of bytes) {
		const joined =
			cut.length > 0 ? Buffer.concat([cut, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
		const end = joined.length - cutSequenceLength(joined)
		cut = joined.subarray(end)
		yield joined.subarray(0, end)
	}
	if (cut.length > 0) yield cut
}

export type Utf8Count = { valid: number; bad: number }

/** Counts the sequences of more than one byte, and the bytes that belong to none. */
export function countUtf8(bytes: Buffer, count: Utf8Count): void {
	if (isAscii(bytes)) return
	for (let at = 0; at < bytes.length; ) {
		const length = utf8SequenceAt(bytes, at)
		if (length === 0) count.bad++
		else if (length > 1) count.valid++
		at += Math.max(1, length)
	}
}
