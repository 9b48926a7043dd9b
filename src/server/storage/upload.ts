import { randomUUID } from 'node:crypto'
import type { StoredFile } from '#server/media/file-store.ts'
import { encodeImage, imagePolicy } from '#server/media/images.ts'
import { type Claims, RollbackWith } from '#server/pg/db.ts'
import { isAllowedType } from './names.ts'
import {
	type BucketRow,
	insertObject,
	lockObject,
	lockVersion,
	type NewObject,
	upsertObject,
} from './queries.ts'
import { asClaims, type Parts, requireBucket } from './request.ts'
import { StorageError } from './storage-error.ts'
import { readUploadBody, type UploadBody } from './upload-body.ts'

/** Where an upload goes and in whose name. `owner` is the sub of a token or of a link. */
export type Upload = {
	bucket: string
	name: string
	upsert: boolean
	claims: Claims
	owner: string | null
}

const MiB = 1024 * 1024

/**
 * Takes an upload in the order that never leaves a row without bytes: ask as the caller whether the row may be
 * written, stream the bytes to a new version, write the row, delete the old version (data.md §4.1).
 */
export async function takeUpload(parts: Parts, upload: Upload, request: Request) {
	const { deps } = parts
	const bucket = await requireBucket(deps, upload.bucket)
	const body = await readUploadBody(request)
	await requirePermission(parts, upload, body.mime)
	const { file, mime } = await store(parts, bucket, body)
	try {
		const { cacheControl, userMetadata } = await body.fields()
		const object = toRow(upload, file, mime, cacheControl, userMetadata)
		const { id, replaced } = await writeRow(parts, upload, object)
		if (replaced) await deps.files.remove([replaced])
		return { Id: id, Key: `${upload.bucket}/${upload.name}` }
	} catch (error) {
		await deps.files.remove([file.version])
		throw error
	}
}

/** Tries the row and rolls back, so that nobody streams gigabytes only to be refused. */
export async function requirePermission(
	{ deps }: Parts,
	upload: Upload,
	mime: string,
): Promise<void> {
	const nothing = { version: randomUUID(), size: 0, etag: '' }
	const object = toRow(upload, nothing, mime, 'no-cache', null)
	await asClaims(deps, upload.claims, 'object.upload', async (tx) => {
		await tx.query(upload.upsert ? upsertObject(object) : insertObject(object))
		throw new RollbackWith(undefined)
	})
}

async function store(
	{ deps }: Parts,
	bucket: BucketRow,
	body: UploadBody,
): Promise<{ file: StoredFile; mime: string }> {
	const { MAX_PHOTO_MB, MAX_VIDEO_MB, MAX_AUDIO_MB } = deps.config
	const most = Math.min(
		bucket.file_size_limit ?? Number.POSITIVE_INFINITY,
		Math.max(MAX_PHOTO_MB, MAX_VIDEO_MB, MAX_AUDIO_MB) * MiB,
	)
	if (bucket.image_policy) {
		const policy = imagePolicy.parse(bucket.image_policy)
		const limits = { ...policy, max_bytes: Math.min(policy.max_bytes, most) }
		const image = await encodeImage(body.content, limits)
		requireType(image.mime, bucket)
		const file = await deps.files.put([image.bytes], Number.POSITIVE_INFINITY, image.bytes.length)
		return { file, mime: image.mime }
	}
	requireType(body.mime, bucket)
	return { file: await deps.files.put(body.content, most, body.expected), mime: body.mime }
}

function requireType(mime: string, { allowed_mime_types }: BucketRow): void {
	if (!isAllowedType(mime, allowed_mime_types))
		throw new StorageError('InvalidMimeType', `mime type ${mime.slice(0, 100)} is not supported`)
}

function toRow(
	{ bucket, name, owner }: Upload,
	{ version, size, etag }: StoredFile,
	mimetype: string,
	cacheControl: string,
	userMetadata: object | null,
): NewObject {
	const metadata = {
		eTag: `"${etag}"`,
		size,
		mimetype,
		cacheControl,
		lastModified: new Date().toISOString(),
		contentLength: size,
		httpStatusCode: 200,
	}
	return { id: randomUUID(), bucket, name, owner, version, metadata, userMetadata }
}

/** Writes as the same caller again: what was allowed at the first byte may be forbidden at the last. */
async function writeRow(
	{ deps }: Parts,
	{ claims, bucket, name, upsert }: Upload,
	object: NewObject,
): Promise<{ id: string; replaced: string | undefined }> {
	return asClaims(deps, claims, 'object.upload', async (tx) => {
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
