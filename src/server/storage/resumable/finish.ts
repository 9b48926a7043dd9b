import type { Deps } from '#server/deps.ts'
import { dropFiles } from '#server/storage/discard.ts'
import { versionsWithoutObject } from '#server/storage/queries.ts'
import { toStorageError } from '#server/storage/render-error.ts'
import { type Parts, requireBucket, service } from '#server/storage/request.ts'
import {
	commitObject,
	requireType,
	type StoredBytes,
	storePicture,
	type Upload,
} from '#server/storage/upload.ts'
import { announcedFields, announcedType } from './announcement.ts'
import { deleteUpload, type UploadRow } from './queries.ts'

/** An upload whose length is known. */
export type WholeUpload = UploadRow & { size: number }

/**
 * Makes an object of an upload whose last byte has come; the database marks it finished with the object's row. A crash at any
 * point before leaves an upload that can be finished again; a refusal ends it, and nothing of it stays.
 * @param upload in whose name the row is written
 */
export async function finishUpload(parts: Parts, upload: Upload, row: WholeUpload): Promise<void> {
	const { deps } = parts
	try {
		const stored = await makeFile(deps, row)
		await commitObject(parts, upload, stored, announcedFields(row.metadata))
	} catch (error) {
		if (isFinal(error)) await forgetUpload(deps, row)
		throw error
	}
	if (row.version !== row.id) await dropFiles(deps, [row.id])
}

/** Ends an upload without an object. What has become one after all, before a crash, is let alone. */
export async function forgetUpload(
	deps: Pick<Deps, 'db' | 'files'>,
	{ id, version, pieces }: Pick<UploadRow, 'id' | 'version' | 'pieces'>,
): Promise<void> {
	const isKept = await isObject(deps, version)
	if (!isKept || version !== id) await deps.files.partials.discard(id, pieces)
	if (!isKept && version !== id) await deps.files.remove([version])
	await deps.db.as(service, (tx) => tx.final(deleteUpload(id)))
}

async function makeFile(deps: Deps, row: WholeUpload): Promise<StoredBytes> {
	const bucket = await requireBucket(deps, row.bucket_id)
	const file = await deps.files.partials.finish(row.id, row.pieces, row.size)
	if (row.version === row.id) {
		const mime = announcedType(row.metadata)
		requireType(mime, bucket)
		return { file, mime }
	}
	const bytes = await deps.files.read(row.id)
	if (!bytes) throw new Error('the finished upload cannot be read')
	return storePicture(deps, bucket, bytes, row.version)
}

async function isObject({ db }: Pick<Deps, 'db'>, version: string): Promise<boolean> {
	const without = await db.as(service, (tx) => tx.final(versionsWithoutObject([version])))
	return without.length === 0
}

/** Whether trying again would end the same. */
function isFinal(error: unknown): boolean {
	const status = toStorageError(error)?.trueStatus ?? 500
	return status < 500 && status !== 423 && status !== 429
}
