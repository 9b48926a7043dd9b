import type { Readable } from 'node:stream'

/** Bytes as they come: a request's body, a part of a form, a buffer in an array. */
export type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
/** What was written. `version` names the bytes from now on; `etag` is opaque, without quotes. */
export type StoredFile = { version: string; size: number; etag: string }
/** A file as the sweep finds it. `since` is in milliseconds of the clock. */
export type FoundFile = { version: string; since: number }

export type PutOptions = {
	/** Bytes announced by the sender, if it said. */
	expected?: number | undefined
	/** A name that was settled before; a new one otherwise. */
	version?: string | undefined
	/** The chunks are nobody else's: their memory may be given back as soon as they are written. */
	isSpent?: boolean
}

/** What a store must remember of a file that is still arriving, as JSON in its own words; null at the beginning. */
export type Pieces = unknown

/** How to go on with a file: where it stands, and how the store's memory of it is kept from now on. */
export type Continuation = {
	/** Bytes that are there. */
	at: number
	pieces: Pieces
	/** Keeps a new memory durably; bytes that it does not tell of do not count. */
	keep(pieces: Pieces): Promise<void>
}

/**
 * Files that arrive in pieces: over several requests, with pauses and crashes between them. A partial file has the form of
 * a version as its id, and becomes the file of that version. Whoever calls sees to it that there is one writer at a time.
 */
export type Partials = {
	/** @throws StorageFull when so many bytes would not fit */
	requireRoom(bytes: number): Promise<void>
	/** Bytes that have arrived; all of them, too, once it is finished. */
	sizeOf(id: string, pieces: Pieces): Promise<number>
	/**
	 * Appends a stream. What arrived before a failure stays, so that the sender may go on from there.
	 * @returns bytes that are there now, durably
	 * @throws StorageFull, StorageAway, SourceBroken
	 */
	append(id: string, source: Source, going: Continuation): Promise<number>
	/**
	 * Makes it a file of the store. May be done again after a crash, with the same result.
	 * @throws Error when not exactly `size` bytes are there
	 */
	finish(id: string, pieces: Pieces, size: number): Promise<StoredFile>
	/** Forgets what arrived, finished or not. */
	discard(id: string, pieces: Pieces): Promise<void>
	/** Deletes what nobody has added to for some milliseconds. @returns how many */
	sweep(olderThan: number): Promise<number>
}

/** Where the bytes of stored objects lie. A file is written once and never changed. */
export type FileStore = {
	/**
	 * Writes a stream durably. On any failure nothing is left behind.
	 * @param most bytes
	 * @throws FileTooLarge, StorageFull, StorageAway, SourceBroken
	 */
	put(source: Source, most: number, options?: PutOptions): Promise<StoredFile>
	/** Bytes `from` to `to`, both included; the whole without them. Nothing when there is no such file. */
	read(version: string, range?: { from: number; to: number }): Promise<Readable | undefined>
	/** A second, independent file of the same bytes. */
	copy(version: string): Promise<StoredFile | undefined>
	/** All files whose version begins with two hexadecimal digits. */
	shelf(start: string): Promise<FoundFile[]>
	/** Deletes files; those that are gone already are no error. */
	remove(versions: readonly string[]): Promise<void>
	/** Fails when not even a small file can be written; a store elsewhere says so when it is used. */
	requireWritable(): Promise<void>
	/** Files that arrive in pieces. */
	partials: Partials
}

/** The stream had more bytes than allowed. */
export class FileTooLarge extends Error {}
/** Less space is left than the operator wants to keep free. */
export class StorageFull extends Error {}
/** The source failed before its end; `cause` says how. */
export class SourceBroken extends Error {}
/** The store cannot be reached; nothing was written. */
export class StorageAway extends Error {}

const versionForm = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Names of the outside world never become names of files: a version is all there is. */
export function requireVersion(version: string): string {
	if (!versionForm.test(version)) throw new Error('not a version of a stored file')
	return version
}

/** Whether a name could be one of ours. */
export const isVersion = (name: string): boolean => versionForm.test(name)
