import type { Deps } from '#platform/deps.ts'
import { deleteFiles } from '#platform/storage/objects/delete-files.ts'
import { versionsWithoutObject } from '#platform/storage/queries.ts'
import { toStorageError } from '#platform/storage/render-error.ts'
import { requireBucket, type StorageDeps, storageService } from '#platform/storage/storage-context.ts'
import {
	commitObject,
	requireType,
	type StoredBytes,
	storeImage,
	type Upload,
} from '#platform/storage/uploads/upload.ts'
import { deleteUpload, type UploadRow } from './queries.ts'
import { metadataContentType, metadataFields } from './upload-id.ts'

export type WholeUpload = UploadRow & { size: number }

/**
 * Makes an object of a complete upload; the database marks it finished together with the object's row. After a crash
 * it can be repeated; a refusal ends the upload and deletes its bytes.
 * @param upload the identity that writes the row
 */
export async function finishUpload(parts: StorageDeps, upload: Upload, row: WholeUpload): Promise<void> {
	const { deps } = parts
	try {
		const stored = await finishFile(deps, row)
		await commitObject(parts, upload, stored, metadataFields(row.metadata))
	} catch (error) {
		if (isFinal(error)) await forgetUpload(deps, row)
		throw error
	}
	if (row.version !== row.id) await deleteFiles(deps, [{ version: row.id }])
}

/** Ends an upload without an object. One that became an object before a crash is left unchanged. */
export async function forgetUpload(
	deps: Pick<Deps, 'db' | 'files'>,
	{ id, version, pieces }: Pick<UploadRow, 'id' | 'version' | 'pieces'>,
): Promise<void> {
	const isKept = await isObject(deps, version)
	if (!isKept || version !== id) await deps.files.multipartUploads.abort(id, pieces)
	if (!isKept && version !== id) await deps.files.remove([version])
	await deps.db.as(storageService, (tx) => tx.final(deleteUpload(id)))
}

async function finishFile(deps: Deps, row: WholeUpload): Promise<StoredBytes> {
	const bucket = await requireBucket(deps, row.bucket_id)
	const file = await deps.files.multipartUploads.finish(row.id, row.pieces, row.size)
	if (row.version === row.id) {
		const mime = metadataContentType(row.metadata)
		requireType(mime, bucket)
		return { file, mime }
	}
	const bytes = await deps.files.read(row.id)
	if (!bytes) throw new Error('the finished upload cannot be read')
	return storeImage(deps, bucket, bytes, row.version)
}

async function isObject({ db }: Pick<Deps, 'db'>, version: string): Promise<boolean> {
	const without = await db.as(storageService, (tx) => tx.final(versionsWithoutObject([version])))
	return without.length === 0
}

/** True when a retry would fail in the same way. */
function isFinal(error: unknown): boolean {
	const status = toStorageError(error)?.httpStatus ?? 500
	return status < 500 && status !== 423 && status !== 429
}
