import { isVersion } from '#server/media/file-store.ts'

/** What the address of an upload names. `id` is the upload's own; the rest says where it goes. */
export type UploadAddress = { bucket: string; name: string; id: string }

/** The last part of an upload's address: base64url of bucket/path/id (data.md §4.6). */
export function writeUploadId({ bucket, name, id }: UploadAddress): string {
	return Buffer.from(`${bucket}/${name}/${id}`).toString('base64url')
}

/** Nothing for anything that we did not write. */
export function readUploadId(text: string): UploadAddress | undefined {
	if (!/^[\w-]{1,2048}$/.test(text)) return undefined
	const [bucket = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('/')
	const id = rest.pop() ?? ''
	const name = rest.join('/')
	return bucket && name && isVersion(id) ? { bucket, name, id } : undefined
}
