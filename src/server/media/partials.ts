import type { Source, StoredFile } from './file-store.ts'

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
