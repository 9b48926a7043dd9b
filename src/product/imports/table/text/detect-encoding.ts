import { isUtf8 } from 'node:buffer'
import type { TableSource } from '#product/imports/table/table-source.ts'
import { type ImportEncoding, importEncodings } from '#shared/import/import-api.ts'
import { textLimits } from '#shared/parser-limits.ts'
import { hasEscapedQuote } from './csv-dialect.ts'
import type { TextEncoding } from './decode-text.ts'
import { guessEncoding } from './guess-encoding.ts'
import { countUtf8, type Utf8Count, wholeSequences } from './utf8-bytes.ts'

const startBytes = 4096
/** Letters of UTF-8 that are no chance among those of Windows-1252. */
const leastOfTwo = 3

/**
 * Finds the encoding of a text file: by its byte order mark, else by zero bytes, which UTF-16 has in Latin text, else UTF-8 if more of its
 * letters beyond ASCII are valid than not, else the one that its letters read best in.
 * @param chosen by the member: it is taken as it is
 */
export async function detectEncoding(source: TableSource, chosen?: ImportEncoding | null): Promise<TextEncoding> {
	const start = await readStart(source)
	const known = chosen ?? utf16Name(start)
	if (known && known !== 'UTF-8') return { name: known, hasBadBytes: false }
	const { isValid, escapesQuotes } = await lookThrough(source)
	if (isValid) return { name: 'UTF-8', hasBadBytes: false, escapesQuotes }
	const { valid, bad, letters } = await countLetters(source)
	const hasMark = start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf
	const damaged = { name: 'UTF-8', hasBadBytes: true, escapesQuotes } as const
	if (known || hasMark || bad <= valid) return damaged
	const name = declaredEncoding(start) ?? (await guessEncoding(letters))
	// Two exports in one file: rows with bad bytes are read in Windows-1252 one by one.
	if (name === 'Windows-1252' && valid > leastOfTwo && valid > bad / 20) return damaged
	return { name, hasBadBytes: false, escapesQuotes }
}

/** Most files are valid UTF-8, whose letters need not be counted. */
async function lookThrough({ read }: TableSource): Promise<{ isValid: boolean; escapesQuotes: boolean }> {
	let isValid = true
	let escapesQuotes = false
	for await (const piece of wholeSequences(read())) {
		isValid &&= isUtf8(piece)
		escapesQuotes ||= hasEscapedQuote(piece)
	}
	return { isValid, escapesQuotes }
}

/** Counts the letters beyond ASCII that are UTF-8 and those that are not, and takes a sample of the lines with the latter. */
async function countLetters({ read }: TableSource): Promise<Utf8Count & { letters: Buffer }> {
	const count: Utf8Count = { valid: 0, bad: 0 }
	const lines: Buffer[] = []
	let size = 0
	for await (const piece of wholeSequences(read())) {
		const { bad } = count
		countUtf8(piece, count)
		if (count.bad === bad || size >= textLimits.encodingSample) continue
		const found = damagedLines(piece, textLimits.encodingSample - size)
		lines.push(...found)
		size = found.reduce((sum, line) => sum + line.length, size)
	}
	return { ...count, letters: Buffer.concat(lines) }
}

/** The first bytes, which tell the kind of a file. */
export async function readStart({ read }: TableSource): Promise<Buffer> {
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of read()) {
		chunks.push(chunk)
		size += chunk.length
		if (size >= startBytes) break
	}
	return Buffer.concat(chunks).subarray(0, startBytes)
}

function utf16Name(bytes: Uint8Array): ImportEncoding | undefined {
	const [first, second] = bytes
	if (first === 0xff && second === 0xfe) return 'UTF-16LE'
	if (first === 0xfe && second === 0xff) return 'UTF-16BE'
	const zeros = [0, 0]
	for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	// Zero bytes anywhere are no text.
	if (even + odd < bytes.length / 8 || even + odd === 0 || Math.max(even, odd) < 8 * Math.min(even, odd))
		return undefined
	return odd > even ? 'UTF-16LE' : 'UTF-16BE'
}

/** The encoding that HTML or XML names at its beginning. */
function declaredEncoding(start: Buffer): ImportEncoding | undefined {
	const text = start.toString('latin1')
	const label = /^\s*</.test(text) && /(?:charset|encoding)\s*=\s*["']?([\w-]{2,30})/i.exec(text)?.[1]
	if (!label) return undefined
	try {
		const { encoding } = new TextDecoder(label)
		return importEncodings.find(
			(name) => name !== 'UTF-8' && name.toLowerCase() === (encoding === 'gbk' ? 'gb18030' : encoding),
		)
	} catch {
		return undefined
	}
}

/** The lines that are not UTF-8, up to a size. */
function damagedLines(bytes: Buffer, most: number): Buffer[] {
	const lines: Buffer[] = []
	let size = 0
	for (let at = 0; at < bytes.length && size < most; ) {
		const found = bytes.indexOf('\n', at)
		const end = found < 0 ? bytes.length : found + 1
		const line = bytes.subarray(at, Math.min(end, at + most - size))
		if (!isUtf8(line)) {
			lines.push(line)
			size += line.length
		}
		at = end
	}
	return lines
}
