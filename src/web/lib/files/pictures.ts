import { useMutation } from '@tanstack/react-query'
import { publicFileUrl } from '#shared/public-file-url.ts'
import { randomUuid } from '#shared/random-uuid.ts'
import { useConfig } from '#web/lib/client/config.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'

const extensions: Record<string, string> = {
	'image/jpeg': 'jpg',
	'image/png': 'png',
	'image/webp': 'webp',
}
/** The types of picture that can be stored, for `accept` of a field. */
export const pictureTypes = Object.keys(extensions).join(',')
const maxBytes = 10_000_000

/** Why a file is not an acceptable picture, or undefined. The server checks its content again. */
export function pictureError(file: File): string | undefined {
	if (!extensions[file.type]) return 'Choose a JPEG, PNG or WebP picture.'
	if (file.size > maxBytes) return 'That picture is larger than 10 MB. Choose a smaller one.'
	return undefined
}

/** A picture of a person or a space: its bucket, the owner's folder there, and its path if there is one. */
export type StoredPicture = {
	bucket: 'avatars' | 'brand'
	folder: string
	path: string | null | undefined
	/** Other rows may name the file, too: the database deletes it with the last of them. */
	isShared?: true
}

/**
 * Replaces a picture, or removes it where the file is null. Uploads under a new name, so that no cache shows the old
 * picture.
 * @param save stores the new path before the old file is removed
 */
export function useReplacePicture(
	{ bucket, folder, path: old, isShared }: StoredPicture,
	save: (path: string | null) => Promise<unknown>,
) {
	return useMutation({
		mutationFn: async (file: File | null) => {
			const problem = file && pictureError(file)
			if (problem) throw Object.assign(new Error(problem), { code: 'P0001' })
			const files = (await supabase).storage.from(bucket)
			let path: string | null = null
			if (file) {
				path = `${folder}/${randomUuid()}.${extensions[file.type]}`
				throwIfError(await files.upload(path, file, { contentType: file.type, cacheControl: '31536000' }))
			}
			await save(path)
			if (old && !isShared) await files.remove([old])
		},
	})
}

/** The URL of an object in a public bucket, or null without a path. */
export function usePublicFile(bucket: 'avatars' | 'brand', path: string | null | undefined): string | null {
	const config = useConfig()
	return path && config ? `${config.url}${publicFileUrl(bucket, path)}` : null
}
