/** Error text for a slug, or undefined. Only the server knows reserved words. */
export function slugError(slug: string): string | undefined {
	if (!slug) return 'Choose an address.'
	if (/[A-Z]/.test(slug)) return 'Small letters only.'
	if (/[^a-z0-9-]/.test(slug)) return 'Only letters a to z, digits and dashes.'
	if (/^-|-$|--/.test(slug)) return 'Dashes stand alone, between letters or digits.'
	if (slug.length < 3) return 'At least 3 characters.'
	if (slug.length > 63) return 'At most 63 characters.'
	return undefined
}

/** Letters that do not decompose into a base letter. */
const transliterations: Record<string, string> = {
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	þ: 'th',
	ı: 'i',
}

/** A valid slug derived from a name, or an empty string. */
export function suggestSlug(name: string): string {
	const plain = name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[ßæœøłđðþı]/g, (letter) => transliterations[letter] ?? '')
		.replace(/['’]/g, '')
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 63)
		.replace(/^-+|-+$/g, '')
	return plain.length < 3 ? '' : plain
}

/** Slugs to suggest when this one is taken, best first. */
export function alternativeSlugs(slug: string): string[] {
	const stem = slug.slice(0, 55).replace(/-+$/, '')
	return [`${stem}-says`, `${stem}-2`, `${stem}-${new Date().getFullYear()}`, `hello-${stem}`]
}
