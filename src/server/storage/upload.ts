import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import type { Source, StoredFile } from '#server/media/file-store.ts'
import { encodeStream, imagePolicy } from '#server/media/images.ts'
import { spoolFolder } from '#server/media/spool.ts'
import { type Claims, RollbackWith } from '#server/pg/db.ts'
import { discardUnlessKept, dropFiles } from './discard.ts'
import { isAllowedType } from './names.ts'
import type { Operation } from './operations.ts'
import {
	type BucketRow,
	insertObject,
	lockObject,
	lockVersion,
	type NewObject,
	upsertObject,
} from './queries.ts'
import { asClaims, type Parts, requireBucket, type StorageContext } from './request.ts'
import { StorageError } from './storage-error.ts'
import { readUploadBody } from './upload-body.ts'
import type { UploadBody, UploadFields } from './upload-fields.ts'

/** Where an upload goes and in whose name. `owner` is the sub of a token or of a link. */
export type Upload = {
	bucket: string
	name: string
	upsert: boolean
	claims: Claims
	owner: string | null
	/** What policies are told. */
	operation: Operation
}

const MiB = 1024 * 1024

/**
 * Takes an upload in the order that never leaves a row without bytes: ask as the caller whether the row may be
 * written, stream the bytes to a new version, write the row, delete the old version (data.md §4.1).
 */
export async function takeUpload(parts: Parts, upload: Upload, c: StorageContext) {
	const bucket = await requireBucket(parts.deps, upload.bucket)
	const body = await readUploadBody(c)
	try {
		return await takeBody(parts, upload, bucket, body)
	} catch (error) {
		body.abandon()
		throw error
	}
}

async function takeBody(parts: Parts, upload: Upload, bucket: BucketRow, body: UploadBody) {
	const { deps } = parts
	// What a picture will have is known only when it is encoded.
	await requirePermission(parts, upload, body.mime, bucket.image_policy ? 0 : body.expected)
	const stored = await storeBytes(deps, bucket, body)
	try {
		const fields = await body.fields()
		// A picture that was encoded anew is not encoded once more.
		const contentEncoding = bucket.image_policy ? undefined : fields.contentEncoding
		return await commitObject(parts, upload, stored, { ...fields, contentEncoding })
	} catch (error) {
		await discardUnlessKept(deps, stored.file.version, error)
		throw error
	}
}

/** Bytes in the file store and their true type. */
export type StoredBytes = { file: StoredFile; mime: string }

/**
 * Writes the row that names stored bytes, as the caller again: what was allowed at the first byte may be forbidden at the
 * last. The bytes that it replaces go after the commit.
 */
export async function commitObject(
	parts: Parts,
	upload: Upload,
	{ file, mime }: StoredBytes,
	fields: UploadFields,
): Promise<{ Id: string; Key: string }> {
	const object = toRow(upload, file, mime, fields)
	const { id, replaced } = await writeRow(parts, upload, object)
	if (replaced) await dropFiles(parts.deps, [replaced])
	return { Id: id, Key: `${upload.bucket}/${upload.name}` }
}

/** Tries the row and rolls back, so that nobody streams gigabytes only to be refused. */
export async function requirePermission(
	{ deps }: Parts,
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

/** Bytes that one file may have, in a bucket or anywhere. */
export function mostBytes(
	{ MAX_PHOTO_MB, MAX_VIDEO_MB, MAX_AUDIO_MB }: Deps['config'],
	bucket?: BucketRow,
): number {
	const most = Math.max(MAX_PHOTO_MB, MAX_VIDEO_MB, MAX_AUDIO_MB) * MiB
	return Math.min(bucket?.file_size_limit ?? Number.POSITIVE_INFINITY, most)
}

async function storeBytes(deps: Deps, bucket: BucketRow, body: UploadBody): Promise<StoredBytes> {
	if (bucket.image_policy) return storePicture(deps, bucket, body.content)
	requireType(body.mime, bucket)
	const most = mostBytes(deps.config, bucket)
	const { expected, isSpent } = body
	return { file: await deps.files.put(body.content, most, { expected, isSpent }), mime: body.mime }
}

/**
 * Stores a picture as a bucket with a policy wants it.
 * @param version a name that was settled before
 */
export async function storePicture(
	{ config, files }: Deps,
	bucket: BucketRow,
	content: Source,
	version?: string,
): Promise<StoredBytes> {
	const policy = imagePolicy.parse(bucket.image_policy)
	const max_bytes = Math.min(policy.max_bytes, mostBytes(config, bucket))
	const limits = { ...policy, max_bytes }
	const { bytes, mime } = await encodeStream(content, limits, spoolFolder(config))
	requireType(mime, bucket)
	return {
		file: await files.put([bytes], bytes.length, { expected: bytes.length, version }),
		mime,
	}
}

/** @throws StorageError when a bucket does not take the type */
export function requireType(mime: string, { allowed_mime_types }: BucketRow): void {
	if (!isAllowedType(mime, allowed_mime_types))
		throw new StorageError('InvalidMimeType', `mime type ${mime.slice(0, 100)} is not supported`)
}

function toRow(
	{ bucket, name, owner }: Upload,
	{ version, size, etag }: StoredFile,
	mimetype: string,
	{ cacheControl, contentEncoding, userMetadata }: UploadFields,
): NewObject {
	const metadata = {
		eTag: `"${etag}"`,
		size,
		mimetype,
		cacheControl,
		lastModified: new Date().toISOString(),
		contentLength: size,
		httpStatusCode: 200,
		...(contentEncoding ? { contentEncoding } : {}),
	}
	return { id: randomUUID(), bucket, name, owner, version, metadata, userMetadata }
}

async function writeRow(
	{ deps }: Parts,
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
