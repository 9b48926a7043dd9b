/**
 * The address of a file that the public may see, from a path as stored (`bucket/rest`). An address that is already one
 * stays as it is.
 */
export function publicFile(path: string): string {
	if (/^(https?:)?\//.test(path)) return path
	return `/storage/v1/object/public/${path.split('/').map(encodeURIComponent).join('/')}`
}
