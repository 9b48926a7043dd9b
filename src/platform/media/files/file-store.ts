import type { Readable } from 'node:stream'

/** A stream of bytes: a request's body, a form part, or a buffer in an array. */
export type Source = AsyncIterable<Uint8Array> | Iterable<Uint8Array>
/** Result of a write. `version` identifies the bytes from now on; `etag` is opaque, without quotes. */
export type StoredFile = { version: string; size: number; etag: string }
/** A file as the sweep finds it. `since` is a unix time in milliseconds. */
export type FoundFile = { version: string; since: number }

export type PutOptions = {
	/** Bytes declared by the sender. */
	expected?: number | undefined
	/** Version to use; by default a new one. */
	version?: string | undefined
	/** True when the chunks are unshared, so that their memory may be released after the write. */
	releaseBuffers?: boolean
}

/** State of a multipart upload, as JSON of the store's own; null at the beginning. */
export type MultipartState = unknown

/** Where to resume a file, and how to save its state. */
export type Continuation = {
	at: number
	pieces: MultipartState
	/** Saves a new state durably. Bytes beyond it do not count. */
	persist(pieces: MultipartState): Promise<void>
}

/**
 * Files that arrive over several requests, with pauses and crashes in between. The id of a multipart upload becomes
 * the version of its file. The caller ensures that there is one writer at a time.
 */
export type MultipartUploads = {
	/** @throws StorageFull when the bytes would not fit */
	requireSpace(bytes: number): Promise<void>
	/** Bytes that have arrived; all of them once it is finished. */
	sizeOf(id: string, pieces: MultipartState): Promise<number>
	/**
	 * Appends a stream. Bytes before a failure are kept, so that the sender can resume.
	 * @returns bytes that are stored durably
	 * @throws StorageFull, StorageUnavailable, SourceBroken
	 */
	append(id: string, source: Source, continuation: Continuation): Promise<number>
	/**
	 * Completes the file. It is idempotent, so it may be repeated after a crash.
	 * @throws Error when the file does not have exactly `size` bytes
	 */
	finish(id: string, pieces: MultipartState, size: number): Promise<StoredFile>
	/** Deletes the bytes, finished or not. */
	abort(id: string, pieces: MultipartState): Promise<void>
	/** Deletes uploads without an append for some milliseconds. @returns their number */
	sweep(olderThan: number): Promise<number>
}

/** Store of object bytes. A file is written once and never changed. */
export type FileStore = {
	/**
	 * Writes a stream durably. A failure leaves nothing behind.
	 * @throws FileTooLarge, StorageFull, StorageUnavailable, SourceBroken
	 */
	put(source: Source, maxBytes: number, options?: PutOptions): Promise<StoredFile>
	/** Bytes `from` to `to`, both included, or the whole file. Nothing when there is no such file. */
	read(version: string, range?: { from: number; to: number }): Promise<Readable | undefined>
	/** A second, independent file of the same bytes. */
	copy(version: string): Promise<StoredFile | undefined>
	/** All files whose version begins with two hexadecimal digits. */
	listShard(start: string): Promise<FoundFile[]>
	/** Deletes files; missing ones are no error. */
	remove(versions: readonly string[]): Promise<void>
	/** Fails when not even a small file can be written, or read again from a remote store. */
	requireWritable(): Promise<void>
	multipartUploads: MultipartUploads
}

export class FileTooLarge extends Error {}
/** Less disk space is left than the operator reserved. */
export class StorageFull extends Error {}
/** Converts the system's error for a full disk to StorageFull. */
export function toStorageFull(error: unknown): unknown {
	const { code } = error as NodeJS.ErrnoException
	return code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull('the disk is full', { cause: error }) : error
}
/** The source failed before its end; `cause` has its error. */
export class SourceBroken extends Error {}
/** Why a remote store cannot be used: `no_s3` is another server in its place, `altered` one that gives other bytes. */
export type StorageProblem = 'away' | 'refused' | 'no_bucket' | 'no_s3' | 'altered'
/** The store cannot be used; nothing was written. */
export class StorageUnavailable extends Error {
	readonly problem: StorageProblem
	constructor(problem: StorageProblem, message: string, options?: ErrorOptions) {
		super(message, options)
		this.problem = problem
	}
}

const versionPattern = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** File names are versions made here, never names from a request. */
export function requireVersion(version: string): string {
	if (!versionPattern.test(version)) throw new Error('not a version of a stored file')
	return version
}

/** True when a text has the form of a version. */
export const isVersion = (name: string): boolean => versionPattern.test(name)
