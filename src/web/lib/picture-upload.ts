import { unwrap } from './errors.ts'
import { newId } from './new-id.ts'
import type { Client } from './supabase.ts'

const kinds: Record<string, string> = {
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'image/webp': 'webp',
}
const most = 10_000_000

/** Why a chosen file cannot be a picture here, or undefined. The server looks at its content again. */
export function pictureProblem(file: File): string | undefined {
	if (!kinds[file.type]) return 'Choose a JPEG, PNG or WebP picture.'
	if (file.size > most) return 'That picture is larger than 10 MB. Choose a smaller one.'
	return undefined
}

/** Uploads under a fresh name in the owner's folder, so that no cache shows the old one. Returns the path. */
export async function uploadPicture(
	client: Client,
	bucket: 'avatars' | 'brand',
	folder: string,
	file: File,
): Promise<string> {
	const path = `${folder}/${newId()}.${kinds[file.type] ?? 'jpg'}`
	const stored = unwrap(
		await client.storage
			.from(bucket)
			.upload(path, file, { contentType: file.type, cacheControl: '31536000' }),
	)
	return stored.path
}
