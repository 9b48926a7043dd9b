import type { Keys } from '#platform/keys/keys.ts'
import { createLinkSigner } from '#platform/storage/links/link-token.ts'

/** One file that the holder of an upload link may write: its place, who owns the upload, and its largest size in bytes. */
export type UploadTarget = { bucket: string; name: string; owner: string; bytes: number }

/** Signs a token for resumable uploads of one file. @param seconds lifetime */
export type SignUploadLink = (target: UploadTarget, seconds: number) => string

/** Upload links for callers without an account: the token goes to `/storage/v1/upload/resumable` as `x-signature` or bearer. */
export function createUploadLinks(keys: Pick<Keys, 'secret'>): SignUploadLink {
	const links = createLinkSigner(keys)
	return ({ bucket, name, owner, bytes }, seconds) =>
		links.sign({ url: `${bucket}/${name}`, scope: 'upload', owner, bytes }, seconds)
}
