import type { ImportEncoding } from '#shared/import/import-api.ts'

/** Writes a text in an encoding of one byte for a letter, by asking the decoder for each byte. */
export function encodeSingleByte(text: string, encoding: ImportEncoding): Buffer {
	const decoder = new TextDecoder(encoding)
	const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
	return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? fail(letter)))
}

function fail(letter: string): never {
	throw new Error(`${letter} is not in this encoding`)
}
