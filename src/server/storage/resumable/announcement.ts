import { requireKey } from '#server/storage/names.ts'
import { StorageError } from '#server/storage/storage-error.ts'
import {
	cleanType,
	readCacheControl,
	readMetadata,
	type UploadFields,
} from '#server/storage/upload-fields.ts'

/** `Upload-Metadata`, decoded: bucketName, objectName, contentType, cacheControl (seconds), metadata (JSON). */
export type Announced = Record<string, string | null>

/** @throws StorageError when it does not say where the upload goes */
export function announcedPlace({ bucketName, objectName }: Announced): {
	bucket: string
	name: string
} {
	if (!bucketName || !objectName)
		throw new StorageError('InvalidRequest', 'Upload-Metadata names no bucketName or no objectName')
	return { bucket: bucketName, name: requireKey(objectName) }
}

export function announcedType({ contentType }: Announced): string {
	return cleanType(contentType ?? '')
}

/** @throws StorageError when the metadata is no JSON object */
export function announcedFields({ cacheControl, metadata }: Announced): UploadFields {
	return {
		cacheControl: readCacheControl(cacheControl ?? null),
		userMetadata: readMetadata(metadata ?? ''),
	}
}
