import { createReadStream } from 'node:fs'

/** Bytes that may be read any number of times. */
export type TableSource = { read(): AsyncIterable<Uint8Array> }

/** A file that is open; reading leaves its position alone, and does not close it. */
export const openSource = (file: number): TableSource => ({
	read: () => createReadStream('', { fd: file, start: 0, autoClose: false }),
})

/** Bytes of a piece: what follows a broken row of CSV is looked at again, up to the end of its piece. */
const pieceBytes = 4096

/** Bytes in memory, in pieces as those of a file. */
export const sourceOf = (bytes: Uint8Array): TableSource => ({
	async *read() {
		for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
	},
})
