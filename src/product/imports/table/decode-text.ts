import type { ImportAnalysis } from '#shared/import/import-api.ts'
import type { TableSource } from './table-source.ts'

type Label = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
export type Encoding = { label: Label; name: ImportAnalysis['encoding'] }

const names: Record<Label, Encoding['name']> = {
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16',
	'utf-16be': 'UTF-16',
	'windows-1252': 'Windows-1252',
}
const sampleBytes = 4096

/**
 * Finds the encoding of a text file: by its byte order mark, else by zero bytes, which UTF-16 has in Latin text, else UTF-8 if all
 * of it is valid, else Latin-1 as Windows writes it.
 */
export async function detectEncoding(source: TableSource): Promise<Encoding> {
	const label = utf16Label(await readStart(source)) ?? ((await isUtf8(source)) ? 'utf-8' : 'windows-1252')
	return { label, name: names[label] }
}

async function readStart(source: TableSource): Promise<Buffer> {
	const chunks: Uint8Array[] = []
	let size = 0
	for await (const chunk of source.read()) {
		chunks.push(chunk)
		size += chunk.length
		if (size >= sampleBytes) break
	}
	return Buffer.concat(chunks).subarray(0, sampleBytes)
}

function utf16Label(bytes: Uint8Array): Label | undefined {
	const [first, second] = bytes
	if (first === 0xff && second === 0xfe) return 'utf-16le'
	if (first === 0xfe && second === 0xff) return 'utf-16be'
	const zeros = [0, 0]
	for (const [at, byte] of bytes.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	// Zero bytes anywhere are no text.
	if (even + odd < bytes.length / 8 || even + odd === 0 || Math.max(even, odd) < 8 * Math.min(even, odd))
		return undefined
	return odd > even ? 'utf-16le' : 'utf-16be'
}

async function isUtf8(source: TableSource): Promise<boolean> {
	const decoder = new TextDecoder('utf-8', { fatal: true })
	try {
		for await (const chunk of source.read()) decoder.decode(chunk, { stream: true })
		decoder.decode()
		return true
	} catch (error) {
		if (error instanceof TypeError) return false
		throw error
	}
}

/** The text of a stream in pieces, without its byte order mark and with every line end as a newline. */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, { label }: Encoding): AsyncGenerator<string> {
	const decoder = new TextDecoder(label)
	let held = ''
	for await (const chunk of bytes) {
		const text = held + decoder.decode(chunk, { stream: true })
		// Its newline may begin the next piece.
		held = text.endsWith('\r') ? '\r' : ''
		yield newlines(held ? text.slice(0, -1) : text)
	}
	yield newlines(held + decoder.decode())
}

function newlines(text: string): string {
	return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}
