import { publicFileUrl } from '#shared/public-file-url.ts'
import { randomUuid } from '#shared/random-uuid.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { useConfig } from '#web/lib/client/use-config.ts'

const extensions: Record<string, string> = {
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'image/webp': 'webp',
}
const maxBytes = 10_000_000

/** Why a file is not an acceptable picture, or undefined. The server checks its content again. */
export function pictureError(file: File): string | undefined {
	if (!extensions[file.type]) return 'Choose a JPEG, PNG or WebP picture.'
	if (file.size > maxBytes) return 'That picture is larger than 10 MB. Choose a smaller one.'
	return undefined
}

/** Uploads under a new name in the owner's folder, so that no cache shows the old picture. Returns the path. */
export async function uploadPicture(
	client: Client,
	bucket: 'avatars' | 'brand',
	folder: string,
	file: File,
): Promise<string> {
	const path = `${folder}/${randomUuid()}.${extensions[file.type] ?? 'jpg'}`
	const stored = unwrap(
		await client.storage.from(bucket).upload(path, file, { contentType: file.type, cacheControl: '31536000' }),
	)
	return stored.path
}

/** The URL of an object in a public bucket, or null without a path. */
export function usePublicFile(bucket: 'avatars' | 'brand', path: string | null | undefined): string | null {
	const config = useConfig()
	return path && config ? `${config.url}${publicFileUrl(bucket, path)}` : null
}
