import type { Keys } from '#platform/keys/keys.ts'
import type { Claims } from '#platform/pg/db.ts'
import { createLinkSigner, type LinkGrant } from '#platform/storage/links/link-token.ts'
import { type StorageDeps, storageService } from '#platform/storage/storage-context.ts'
import { noSuchKey } from '#platform/storage/storage-error.ts'
import type { Upload } from '#platform/storage/uploads/upload.ts'
import { findUpload, type UploadRow } from './queries.ts'
import { readUploadId } from './upload-id.ts'

/** Operation of every request after the creation. */
const operation = 'storage.tus.upload.part' as const

/** The caller of one request and what it may write. */
export type UploadAuthorization = {
	/** @throws CallerError, StorageError */
	authorize(bucket: string, name: string): Upload
	/** The only target that it allows, which the sender need not name. */
	target?: { bucket: string; name: string }
	/** The largest file that it allows, in bytes. */
	maxBytes?: number
	/** True when it may continue uploads of any owner. */
	isServiceRole: boolean
}

/** Authorization by token, as for other requests, or by upload link (createUploadLinks), whose token may come as either header. */
export async function authorizeByToken(
	parts: StorageDeps,
	headers: Pick<Headers, 'get'>,
): Promise<UploadAuthorization> {
	const bearer = /^Bearer (.+)$/i.exec(headers.get('authorization') ?? '')?.[1]
	if (headers.get('x-signature') || (bearer && parts.links.open(bearer)))
		return authorizeByLink(parts, headers, headers.get('x-signature') ?? bearer)
	const { claims } = await parts.deps.identify(headers)
	const upsert = headers.get('x-upsert') === 'true'
	const owner = claims.sub ?? null
	return {
		authorize: (bucket, name) => ({ bucket, name, upsert, claims, owner, operation }),
		isServiceRole: claims.role === 'service_role',
	}
}

/** Authorization by upload link: its token in x-signature, and no other right. */
export function authorizeByLink(
	{ links }: StorageDeps,
	headers: Pick<Headers, 'get'>,
	token = headers.get('x-signature') ?? undefined,
): UploadAuthorization {
	const grant = token ? links.open(token) : undefined
	return {
		authorize(bucket, name) {
			const { owner = null, upsert = false } = links.verify(token, `${bucket}/${name}`, 'upload')
			const claims: Claims = storageService
			return { bucket, name, upsert, claims, owner, operation }
		},
		isServiceRole: false,
		...(grant && { target: targetOf(grant) }),
		...(grant?.bytes && { maxBytes: grant.bytes }),
	}
}

function targetOf({ url }: LinkGrant): { bucket: string; name: string } {
	const slash = url.indexOf('/')
	return { bucket: url.slice(0, slash), name: url.slice(slash + 1) }
}

/**
 * The upload at an address, for its owner, who needs a valid token at every request.
 * @throws StorageError NoSuchKey for any other caller
 */
export async function requireUpload(
	{ deps }: StorageDeps,
	authorization: UploadAuthorization,
	address: string,
): Promise<{ row: UploadRow; upload: Upload }> {
	const target = readUploadId(address)
	if (!target) throw noSuchKey()
	const upload = authorization.authorize(target.bucket, target.name)
	const [row] = await deps.db.as(storageService, (tx) => tx.final<UploadRow>(findUpload(target.id)))
	const isTheirs = row && (row.owner_id === upload.owner || authorization.isServiceRole)
	if (!isTheirs || row.bucket_id !== target.bucket || row.name !== target.name) throw noSuchKey()
	return { row, upload: { ...upload, upsert: row.is_upsert, owner: row.owner_id } }
}

/** One file that the holder of an upload link may write: its place, who owns the upload, and its largest size in bytes. */
type UploadTarget = { bucket: string; name: string; owner: string; bytes: number }

/** Signs a token for resumable uploads of one file. @param seconds lifetime */
type SignUploadLink = (target: UploadTarget, seconds: number) => string

/** Upload links for callers without an account: the token goes to `/storage/v1/upload/resumable` as `x-signature` or bearer. */
export function createUploadLinks(keys: Pick<Keys, 'secret'>): SignUploadLink {
	const links = createLinkSigner(keys)
	return ({ bucket, name, owner, bytes }, seconds) =>
		links.sign({ url: `${bucket}/${name}`, scope: 'upload', owner, bytes }, seconds)
}
