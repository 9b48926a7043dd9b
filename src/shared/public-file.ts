/** The address of a file that the public may see, by its bucket and its path within. */
export function publicFile(bucket: 'photos' | 'brand' | 'avatars', path: string): string {
	return `/storage/v1/object/public/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`
}
