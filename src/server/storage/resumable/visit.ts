import type { Claims } from '#server/pg/db.ts'
import type { Parts } from '#server/storage/request.ts'
import { service } from '#server/storage/request.ts'
import { noSuchKey } from '#server/storage/storage-error.ts'
import type { Upload } from '#server/storage/upload.ts'
import { findUpload, type UploadRow } from './queries.ts'
import { readUploadId } from './upload-id.ts'

/** Of all that follows the first request. */
const operation = 'storage.tus.upload.part' as const

/** Who comes with one request, and what they may write. */
export type Visit = {
	/** @throws CallerError, StorageError */
	mayWrite(bucket: string, name: string): Upload
	/** May go on with anybody's upload. */
	isOperator: boolean
}

/** Comes with a token, as every other caller. */
export function visitByToken({ deps }: Parts, headers: Headers): Visit {
	const { claims } = deps.identify(headers)
	const upsert = headers.get('x-upsert') === 'true'
	const owner = claims.sub ?? null
	return {
		mayWrite: (bucket, name) => ({ bucket, name, upsert, claims, owner, operation }),
		isOperator: claims.role === 'service_role',
	}
}

/** Comes with an upload link: its token in x-signature, and no other right (data.md §4.6). */
export function visitByLink({ links }: Parts, headers: Headers): Visit {
	const token = headers.get('x-signature') ?? undefined
	return {
		mayWrite(bucket, name) {
			const { owner = null, upsert = false } = links.verify(token, `${bucket}/${name}`, 'upload')
			const claims: Claims = service
			return { bucket, name, upsert, claims, owner, operation }
		},
		isOperator: false,
	}
}

/**
 * The upload at an address, for whoever may go on with it: its owner, who is asked for a token each time.
 * @throws StorageError NoSuchKey to everybody else
 */
export async function requireUpload(
	{ deps }: Parts,
	visit: Visit,
	address: string,
): Promise<{ row: UploadRow; upload: Upload }> {
	const place = readUploadId(address)
	if (!place) throw noSuchKey()
	const upload = visit.mayWrite(place.bucket, place.name)
	const [row] = await deps.db.as(service, (tx) => tx.final<UploadRow>(findUpload(place.id)))
	const isTheirs = row && (row.owner_id === upload.owner || visit.isOperator)
	if (!isTheirs || row.bucket_id !== place.bucket || row.name !== place.name) throw noSuchKey()
	return { row, upload: { ...upload, upsert: row.is_upsert, owner: row.owner_id } }
}
