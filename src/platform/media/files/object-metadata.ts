import type { StoredFile } from './file-store.ts'

/** Metadata of a file in `storage.objects`, with the members that Supabase Storage writes. */
export function objectMetadata({ size, etag }: StoredFile, mimetype: string, cacheControl: string) {
	return {
		eTag: `"${etag}"`,
		size,
		mimetype,
		cacheControl,
		lastModified: new Date().toISOString(),
		contentLength: size,
		httpStatusCode: 200,
	}
}
