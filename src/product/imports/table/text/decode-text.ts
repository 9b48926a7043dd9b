import type { ImportEncoding } from '#shared/import/import-api.ts'
import { decodeWithMarks } from './bad-bytes.ts'
import { wholeSequences } from './utf8-bytes.ts'

export type TextEncoding = {
	name: ImportEncoding
	/** Some bytes are not UTF-8. */
	hasBadBytes: boolean
	/** Quotation marks within cells stand behind a backslash. */
	escapesQuotes?: boolean
}

/** The text of a stream in pieces, without its byte order mark and with every line end as a newline. */
export async function* decodeText(
	bytes: AsyncIterable<Uint8Array>,
	{ name, hasBadBytes }: TextEncoding,
): AsyncGenerator<string> {
	let held = ''
	for await (const piece of name === 'UTF-8' && hasBadBytes ? decodeDamaged(bytes) : decode(bytes, name)) {
		const text = held + piece
		// Its newline may begin the next piece.
		held = text.endsWith('\r') ? '\r' : ''
		yield newlines(held ? text.slice(0, -1) : text)
	}
	yield newlines(held)
}

async function* decode(bytes: AsyncIterable<Uint8Array>, name: ImportEncoding): AsyncGenerator<string> {
	const decoder = new TextDecoder(name)
	for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
	yield decoder.decode()
}

async function* decodeDamaged(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	let isFirst = true
	for await (const piece of wholeSequences(bytes)) {
		const text = decodeWithMarks(piece)
		yield isFirst && text.startsWith('\ufeff') ? text.slice(1) : text
		isFirst &&= piece.length === 0
	}
}

function newlines(text: string): string {
	return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
