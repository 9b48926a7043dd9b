import { readAddress } from '#product/imports/values/read-values.ts'

/** A file beside the page, whose name would be read as that of a host. */
const bareFile = /^[^/:?#]+\.(?:jpe?g|png|webp|gif|avif|heic|bmp|tiff?|svg)(?:[?#].*)?$/i

/**
 * Reads the address of a picture.
 * @param base the address that relative ones begin with; null: there is none
 */
export function resolvePicture(text: string, base: string | null): { url: string; isRelative: boolean } | undefined {
	const typed = text.trim()
	const isRelative = bareFile.test(typed) || /^\.{0,2}\/(?!\/)/.test(typed)
	if (!isRelative) {
		const read = readAddress(typed)
		if ('value' in read && read.value !== null) return { url: read.value, isRelative: false }
	}
	if (base === null || /^[a-z][a-z\d+.-]*:/i.test(typed) || !URL.canParse(typed, base)) return undefined
	const read = readAddress(new URL(typed, base).href)
	return 'value' in read && read.value !== null ? { url: read.value, isRelative: true } : undefined
}
