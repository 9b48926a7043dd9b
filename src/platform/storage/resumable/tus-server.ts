import { randomUUID } from 'node:crypto'
import { type Locker, Server, type Upload as TusUpload } from '@tus/server'
import { requireBucket, type StorageDeps, storageService } from '#platform/storage/storage-context.ts'
import { StorageError } from '#platform/storage/storage-error.ts'
import { maxBytes, requirePermission, requireType } from '#platform/storage/uploads/upload.ts'
import { countOpenUploads, insertUpload } from './queries.ts'
import { toTusError } from './tus-errors.ts'
import { requireUpload, type UploadAuthorization } from './upload-authorization.ts'
import { metadataContentType, metadataFields, metadataTarget, readUploadId, writeUploadId } from './upload-id.ts'
import type { LockState } from './upload-locker.ts'
import { UploadStore } from './upload-store.ts'

/** Milliseconds that a writer who is asked to stop has for bytes in flight. */
const drainMilliseconds = 1000
/** Unfinished uploads of one owner; more indicates a mistake or an attack. */
const maxOpenUploads = 1000
/** Open uploads of one link that limits the size: a sender who lost the address of an upload begins another one. */
const maxOpenUploadsOfLink = 3

/**
 * TUS protocol for one request: the library implements it, this file decides on permissions.
 * @param path path of uploads from the site's root
 */
export function tusServer(
	parts: StorageDeps,
	authorization: UploadAuthorization,
	path: string,
	lockers: (lockState: LockState) => Locker,
): Server {
	const { deps } = parts
	const lockState: LockState = { isLost: false }

	async function begin(uploadMetadata: Record<string, string | null>): Promise<string> {
		const place = metadataTarget(uploadMetadata, authorization.target)
		const upload = {
			...authorization.authorize(place.bucket, place.name),
			operation: 'storage.tus.upload.create' as const,
		}
		const mime = metadataContentType(uploadMetadata)
		metadataFields(uploadMetadata)
		const bucket = await requireBucket(deps, place.bucket)
		if (!bucket.image_policy) requireType(mime, bucket)
		await requirePermission(parts, upload, mime)
		return writeUploadId({ ...place, id: randomUUID() })
	}

	async function insertRow({ id: address, size, metadata = {} }: TusUpload): Promise<void> {
		const place = readUploadId(address)
		if (!place) throw new Error('an upload without a place')
		const { upsert, owner } = authorization.authorize(place.bucket, place.name)
		const bucket = await requireBucket(deps, place.bucket)
		await deps.files.multipartUploads.requireSpace(size ?? 0)
		await deps.db.as(storageService, async (tx) => {
			const [count] = owner ? await tx.query<{ open: number }>(countOpenUploads(owner)) : []
			if ((count?.open ?? 0) >= (authorization.maxBytes ? maxOpenUploadsOfLink : maxOpenUploads))
				throw new StorageError('TooManyConnections', 'Too many uploads are open')
			await tx.query(
				insertUpload({
					id: place.id,
					bucket_id: place.bucket,
					name: place.name,
					owner_id: owner,
					is_upsert: upsert,
					// An image is re-encoded, so its declared size is not the final one.
					version: bucket.image_policy ? randomUUID() : place.id,
					size: size ?? null,
					metadata,
				}),
			)
		})
	}

	return new Server({
		path,
		datastore: new UploadStore(parts, authorization, lockState),
		locker: lockers(lockState),
		lockDrainTimeout: drainMilliseconds,
		disableTerminationForFinishedUploads: true,
		namingFunction: (_, metadata) => begin(metadata ?? {}),
		generateUrl: (_, { id }) => `${deps.config.SITE_URL}${path}/${id}`,
		getFileIdFromRequest: (_, last) => (last && readUploadId(last) ? last : undefined),
		async maxSize(_, address) {
			const place = address ? readUploadId(address) : undefined
			const bucket = place && (await requireBucket(deps, place.bucket))
			return Math.min(maxBytes(deps.config, bucket), authorization.maxBytes ?? Number.POSITIVE_INFINITY)
		},
		async onIncomingRequest(request, address) {
			if (request.method === 'POST') return
			const { row, upload } = await requireUpload(parts, authorization, address)
			// An upload without an owner is ended by any caller who may write it.
			const endsNobodys = request.method === 'DELETE' && row.owner_id === null
			if ((request.method !== 'PATCH' && !endsNobodys) || row.finished_at) return
			await requirePermission(parts, upload, metadataContentType(row.metadata))
		},
		async onUploadCreate(_, upload) {
			await insertRow(upload)
			return {}
		},
		onResponseError: ({ method }, error) => toTusError(deps, method, error),
	})
}
