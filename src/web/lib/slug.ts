/** What is wrong with a slug, or undefined (product.md §5). Reserved words are known to the server only. */
export function slugProblem(slug: string): string | undefined {
	if (!slug) return 'Choose an address.'
	if (/[A-Z]/.test(slug)) return 'Small letters only.'
	if (/[^a-z0-9-]/.test(slug)) return 'Only letters a to z, digits and dashes.'
	if (/^-|-$|--/.test(slug)) return 'Dashes stand alone, between letters or digits.'
	if (slug.length < 3) return 'At least 3 characters.'
	if (slug.length > 63) return 'At most 63 characters.'
	return undefined
}

/** Letters that have no sign to take off. */
const plainLetters: Record<string, string> = {
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

/** The nearest right slug to a name, or an empty text where nothing of it can be kept. */
export function suggestSlug(name: string): string {
	const plain = name
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[ßæœøłđðþı]/g, (letter) => plainLetters[letter] ?? '')
		.replace(/['’]/g, '')
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 63)
		.replace(/^-+|-+$/g, '')
	return plain.length < 3 ? '' : plain
}

/** Other slugs to offer when this one is taken, best first. */
export function otherSlugs(slug: string): string[] {
	const stem = slug.slice(0, 55).replace(/-+$/, '')
	return [`${stem}-says`, `${stem}-2`, `${stem}-${new Date().getFullYear()}`, `hello-${stem}`]
}
