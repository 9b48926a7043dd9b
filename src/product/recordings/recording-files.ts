import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { FileStore, StoredFile } from '#platform/media/files/file-store.ts'
import { objectMetadata } from '#platform/media/files/object-metadata.ts'

/** A file that was made on this machine, as its path or bytes, and its place and type in the store. */
export type MadeFile = { file: string | Buffer; path: string; mime: string }

/** A stored file of a recording and the path of its row. */
export type RecordingFile = { path: string; version: string; bytes: number; metadata: Record<string, unknown> }

/** The facts about a recording once it can be shown. */
export type FinishedRecording = {
	mime: string
	bytes: number
	width: number | null
	height: number | null
	seconds: number
	poster: string | null
	/** The second that the poster shows. */
	cover: number | null
	peaks: number[] | null
}

/** Writes a file into the store; its row comes later. @throws StorageFull */
export async function storeFile(files: FileStore, { file, path, mime }: MadeFile): Promise<RecordingFile> {
	const stored = await put(files, file)
	const { version, size: bytes } = stored
	return { path, version, bytes, metadata: objectMetadata(stored, mime, 'max-age=30') }
}

async function put(files: FileStore, file: string | Buffer): Promise<StoredFile> {
	if (typeof file !== 'string') return files.put([file], file.length, { expected: file.length })
	const { size } = await stat(file)
	const stored = await files.put(createReadStream(file), size, { expected: size })
	await rm(file, { force: true })
	return stored
}
