import { randomUUID } from 'node:crypto'
import type { Deps } from '#platform/deps.ts'
import type { Exchange } from '#platform/http/routing/exchange.ts'
import type { Source, StoredFile } from '#platform/media/files/file-store.ts'
import { objectMetadata } from '#platform/media/files/object-metadata.ts'
import { tempFolder } from '#platform/media/files/temp-file.ts'
import { encodeStream, imagePolicy } from '#platform/media/images/encode-image.ts'
import { type Claims, RollbackWith } from '#platform/pg/db.ts'
import { isAllowedType } from '#platform/storage/names.ts'
import { deleteFiles, deleteUnlessCommitted } from '#platform/storage/objects/delete-files.ts'
import type { Operation } from '#platform/storage/operations.ts'
import {
	type BucketRow,
	insertObject,
	lockObject,
	lockVersion,
	type NewObject,
	upsertObject,
} from '#platform/storage/queries.ts'
import { asClaims, requireBucket, type StorageDeps } from '#platform/storage/storage-context.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { readUploadBody } from './upload-body.ts'
import type { UploadBody, UploadFields } from './upload-fields.ts'

/** Target and identity of an upload. `owner` is the sub of a token or of a link. */
export type Upload = {
	bucket: string
	name: string
	upsert: boolean
	claims: Claims
	owner: string | null
	operation: Operation
	/** The limit of a link that limits the size. */
	maxBytes?: number | undefined
}

const MiB = 1024 * 1024

/**
 * Stores an upload in an order that never leaves a row without bytes: check the permission, stream the bytes to a new
 * version, write the row, delete the old version.
 */
export async function receiveUpload(parts: StorageDeps, upload: Upload, x: Exchange) {
	const bucket = await requireBucket(parts.deps, upload.bucket)
	const body = await readUploadBody(x)
	try {
		return await storeUpload(parts, upload, bucket, body)
	} catch (error) {
		body.abandon()
		throw error
	}
}

async function storeUpload(parts: StorageDeps, upload: Upload, bucket: BucketRow, body: UploadBody) {
	const { deps } = parts
	// The size of an image is known only after encoding.
	await requirePermission(parts, upload, body.mime, bucket.image_policy ? 0 : body.expected)
	const stored = await storeBytes(deps, bucket, body, upload.maxBytes)
	try {
		const fields = await body.fields()
		// A re-encoded image has no content encoding.
		const contentEncoding = bucket.image_policy ? undefined : fields.contentEncoding
		return await commitObject(parts, upload, stored, { ...fields, contentEncoding })
	} catch (error) {
		await deleteUnlessCommitted(deps, stored.file.version, error)
		throw error
	}
}

/** Stored bytes and their real type. */
export type StoredBytes = { file: StoredFile; mime: string }

/**
 * Writes the row of stored bytes as the caller, whose permission may have changed during the upload. Replaced bytes
 * are deleted after the commit.
 */
export async function commitObject(
	parts: StorageDeps,
	upload: Upload,
	{ file, mime }: StoredBytes,
	fields: UploadFields,
): Promise<{ Id: string; Key: string }> {
	const object = toRow(upload, file, mime, fields)
	const { id, replaced } = await writeRow(parts, upload, object)
	if (replaced) await deleteFiles(parts.deps, [{ version: replaced }])
	return { Id: id, Key: `${upload.bucket}/${upload.name}` }
}

/** Writes the row and rolls back, so that a forbidden upload is refused before its bytes are sent. */
export async function requirePermission(
	{ deps }: StorageDeps,
	upload: Upload,
	mime: string,
	expected = 0,
): Promise<void> {
	const nothing = { version: randomUUID(), size: expected, etag: '' }
	const fields = { cacheControl: 'no-cache', userMetadata: null }
	const object = toRow(upload, nothing, mime, fields)
	await asClaims(deps, upload.claims, upload.operation, async (tx) => {
		await tx.query(upload.upsert ? upsertObject(object) : insertObject(object))
		throw new RollbackWith(undefined)
	})
}

/** Largest file of a bucket, or of the installation. */
export function maxBytes({ MAX_PHOTO_MB, MAX_VIDEO_MB, MAX_AUDIO_MB }: Deps['config'], bucket?: BucketRow): number {
	const limit = Math.max(MAX_PHOTO_MB, MAX_VIDEO_MB, MAX_AUDIO_MB) * MiB
	return Math.min(bucket?.file_size_limit ?? Number.POSITIVE_INFINITY, limit)
}

async function storeBytes(
	deps: Deps,
	bucket: BucketRow,
	body: UploadBody,
	allowed = Number.POSITIVE_INFINITY,
): Promise<StoredBytes> {
	if (bucket.image_policy) return storeImage(deps, bucket, body.content)
	requireType(body.mime, bucket)
	const limit = Math.min(maxBytes(deps.config, bucket), allowed)
	const { content, mime, expected, releaseBuffers } = body
	return { file: await deps.files.put(content, limit, { expected, releaseBuffers }), mime }
}

/** Stores an image as the bucket's image policy requires. @param version version to use */
export async function storeImage(
	{ config, files }: Deps,
	bucket: BucketRow,
	content: Source,
	version?: string,
): Promise<StoredBytes> {
	const policy = imagePolicy.parse(bucket.image_policy)
	const max_bytes = Math.min(policy.max_bytes, maxBytes(config, bucket))
	const limits = { ...policy, max_bytes }
	const { bytes, mime } = await encodeStream(content, limits, tempFolder(config))
	requireType(mime, bucket)
	return { file: await files.put([bytes], bytes.length, { expected: bytes.length, version }), mime }
}

/** @throws StorageError when the bucket does not allow the type */
export function requireType(mime: string, { allowed_mime_types }: BucketRow): void {
	if (!isAllowedType(mime, allowed_mime_types))
		throw new StorageError('InvalidMimeType', `mime type ${mime.slice(0, 100)} is not supported`)
}

function toRow(
	{ bucket, name, owner }: Upload,
	file: StoredFile,
	mimetype: string,
	{ cacheControl, contentEncoding, userMetadata }: UploadFields,
): NewObject {
	const metadata = {
		...objectMetadata(file, mimetype, cacheControl),
		...(contentEncoding ? { contentEncoding } : {}),
	}
	return { id: randomUUID(), bucket, name, owner, version: file.version, metadata, userMetadata }
}

async function writeRow(
	{ deps }: StorageDeps,
	{ claims, bucket, name, upsert, operation }: Upload,
	object: NewObject,
): Promise<{ id: string; replaced: string | undefined }> {
	return asClaims(deps, claims, operation, async (tx) => {
		await tx.query(lockObject(bucket, name))
		if (!upsert) {
			await tx.query(insertObject(object))
			return { id: object.id, replaced: undefined }
		}
		const [earlier] = await tx.query<{ id: string; version: string }>(lockVersion(bucket, name))
		await tx.query(upsertObject(object))
		return { id: earlier?.id ?? object.id, replaced: earlier?.version }
	})
}
