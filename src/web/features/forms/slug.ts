/** A slug out of a name: `Northlight Frames & Co.` is `northlight-frames-co`. May be too short to use. */
export const slugify = (name: string): string =>
	name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 63)
		.replace(/^-+|-+$/g, '')

/** What is wrong with the shape of a slug, or null (product.md §5). Taken and reserved ones only the server knows. */
export const slugShape = (slug: string): string | null => {
	if (slug.length < 3) return 'At least 3 characters.'
	if (slug.length > 63) return 'At most 63 characters.'
	if (!/^[a-z0-9](-?[a-z0-9])*$/.test(slug)) return 'Only a-z, 0-9 and single dashes between them.'
	return null
}
