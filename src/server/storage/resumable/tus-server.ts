import { randomUUID } from 'node:crypto'
import { type Locker, Server, type Upload as TusUpload } from '@tus/server'
import { type Parts, requireBucket, service } from '#server/storage/request.ts'
import { StorageError } from '#server/storage/storage-error.ts'
import { mostBytes, requirePermission, requireType } from '#server/storage/upload.ts'
import { announcedFields, announcedPlace, announcedType } from './announcement.ts'
import { toTusError } from './errors.ts'
import type { Hold } from './locker.ts'
import { countOpenUploads, insertUpload } from './queries.ts'
import { readUploadId, writeUploadId } from './upload-id.ts'
import { UploadStore } from './upload-store.ts'
import { requireUpload, type Visit } from './visit.ts'

/** Milliseconds that a writer who is asked to stop has for what is on its way. */
const drain = 1000
/** Uploads that one person may have open; more is a mistake or an attack. */
const mostOpen = 1000

/**
 * The TUS protocol for one request; who may do what is decided here, the rest is the library's (data.md §4.6).
 * @param path where uploads live, from the site's root
 */
export function tusServer(
	parts: Parts,
	visit: Visit,
	path: string,
	lockers: (hold: Hold) => Locker,
): Server {
	const { deps } = parts
	const hold: Hold = { isLost: false }

	async function begin(announced: Record<string, string | null>): Promise<string> {
		const place = announcedPlace(announced)
		const upload = {
			...visit.mayWrite(place.bucket, place.name),
			operation: 'storage.tus.upload.create' as const,
		}
		const mime = announcedType(announced)
		announcedFields(announced)
		const bucket = await requireBucket(deps, place.bucket)
		if (!bucket.image_policy) requireType(mime, bucket)
		await requirePermission(parts, upload, mime)
		return writeUploadId({ ...place, id: randomUUID() })
	}

	async function keep({ id: address, size, metadata = {} }: TusUpload): Promise<void> {
		const place = readUploadId(address)
		if (!place) throw new Error('an upload without a place')
		const { upsert, owner } = visit.mayWrite(place.bucket, place.name)
		const bucket = await requireBucket(deps, place.bucket)
		await deps.files.partials.requireRoom(size ?? 0)
		await deps.db.as(service, async (tx) => {
			const [count] = owner ? await tx.query<{ open: number }>(countOpenUploads(owner)) : []
			if ((count?.open ?? 0) >= mostOpen)
				throw new StorageError('TooManyConnections', 'Too many uploads are open')
			await tx.query(
				insertUpload({
					id: place.id,
					bucket_id: place.bucket,
					name: place.name,
					owner_id: owner,
					is_upsert: upsert,
					// A picture is encoded anew, so what arrives is not what will be served.
					version: bucket.image_policy ? randomUUID() : place.id,
					size: size ?? null,
					metadata,
				}),
			)
		})
	}

	return new Server({
		path,
		datastore: new UploadStore(parts, visit, hold),
		locker: lockers(hold),
		lockDrainTimeout: drain,
		disableTerminationForFinishedUploads: true,
		namingFunction: (_, metadata) => begin(metadata ?? {}),
		generateUrl: (_, { id }) => `${deps.config.SITE_URL}${path}/${id}`,
		getFileIdFromRequest: (_, last) => (last && readUploadId(last) ? last : undefined),
		async maxSize(_, address) {
			const place = address ? readUploadId(address) : undefined
			const bucket = place && (await requireBucket(deps, place.bucket))
			return mostBytes(deps.config, bucket)
		},
		async onIncomingRequest(request, address) {
			if (request.method === 'POST') return
			const { row, upload } = await requireUpload(parts, visit, address)
			// What nobody owns is ended by whoever may write it.
			const endsNobodys = request.method === 'DELETE' && row.owner_id === null
			if ((request.method !== 'PATCH' && !endsNobodys) || row.finished_at) return
			await requirePermission(parts, upload, announcedType(row.metadata))
		},
		async onUploadCreate(_, upload) {
			await keep(upload)
			return {}
		},
		onResponseError: ({ method }, error) => toTusError(deps, method, error),
	})
}
