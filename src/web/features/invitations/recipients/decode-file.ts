/** The text of a file, and the encoding in which it was. */
export type DecodedFile = { text: string; encoding: 'UTF-8' | 'UTF-16' | 'Latin-1' }

/**
 * Decodes the bytes of a text file. A byte order mark decides; without one, zero bytes tell UTF-16, and bytes that are
 * not valid UTF-8 are Latin-1 as Windows writes it.
 */
export function decodeFile(bytes: Uint8Array): DecodedFile {
	const utf16 = utf16Label(bytes)
	if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'UTF-16' }
	try {
		return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
	} catch {
		return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'Latin-1' }
	}
}

/** Latin letters in UTF-16 have a zero byte at every second place; the half that has them tells the byte order. */
function utf16Label(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
	const [first, second] = bytes
	if (first === 0xff && second === 0xfe) return 'utf-16le'
	if (first === 0xfe && second === 0xff) return 'utf-16be'
	const zeros = [0, 0]
	const sample = bytes.subarray(0, 2000)
	for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
	const [even = 0, odd = 0] = zeros
	if (even + odd < sample.length / 8) return undefined
	return odd > even ? 'utf-16le' : 'utf-16be'
}
