import { isVersion } from '#platform/media/files/file-store.ts'
import { requireKey } from '#platform/storage/names.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import {
	readCacheControl,
	readMetadata,
	sanitizeContentType,
	type UploadFields,
} from '#platform/storage/uploads/upload-fields.ts'

/** Content of an upload's address. `id` identifies the upload; the rest names its target. */
export type UploadAddress = { bucket: string; name: string; id: string }

/** Last segment of an upload's address: base64url of bucket/path/id. */
export function writeUploadId({ bucket, name, id }: UploadAddress): string {
	return Buffer.from(`${bucket}/${name}/${id}`).toString('base64url')
}

/** Nothing for any text that was not made here. */
export function readUploadId(text: string): UploadAddress | undefined {
	if (!/^[\w-]{1,2048}$/.test(text)) return undefined
	const [bucket = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('/')
	const id = rest.pop() ?? ''
	const name = rest.join('/')
	return bucket && name && isVersion(id) ? { bucket, name, id } : undefined
}

/** Name of the lock of an upload's writer. */
export const lockName = (id: string) => `upload:${id}`

/** Decoded `Upload-Metadata`: bucketName, objectName, contentType, cacheControl (seconds), metadata (JSON). */
type UploadMetadata = Record<string, string | null>

/** @param only the target of a sender who names none @throws StorageError when the target is missing */
export function metadataTarget(
	{ bucketName, objectName }: UploadMetadata,
	only?: { bucket: string; name: string },
): {
	bucket: string
	name: string
} {
	if (only && !bucketName && !objectName) return only
	if (!bucketName || !objectName)
		throw new StorageError('InvalidRequest', 'Upload-Metadata names no bucketName or no objectName')
	return { bucket: bucketName, name: requireKey(objectName) }
}

export function metadataContentType({ contentType }: UploadMetadata): string {
	return sanitizeContentType(contentType ?? '')
}

/** @throws StorageError when the metadata is not a JSON object */
export function metadataFields({ cacheControl, metadata }: UploadMetadata): UploadFields {
	return {
		cacheControl: readCacheControl(cacheControl ?? null),
		userMetadata: readMetadata(metadata ?? ''),
	}
}
