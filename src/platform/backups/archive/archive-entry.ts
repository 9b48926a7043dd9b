/** One file or folder of a backup. Paths have slashes and are relative to DATA_DIR. */
export type ArchiveEntry = { path: string; mode: number; mtime: Date } & (
	| { kind: 'folder' }
	| { kind: 'file'; size: number; content: AsyncIterable<Uint8Array> }
)

/** A small file with a text. */
export function textEntry(path: string, text: string): ArchiveEntry {
	return { kind: 'file', path, mode: 0o600, mtime: new Date(), size: Buffer.byteLength(text), content: bytesOf(text) }
}

/** A text as a stream of its bytes. */
export async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
	if (text) yield Buffer.from(text)
}
