import { editDistance } from '#server/edit-distance.ts'

const maxLength = 100
/** Names that are compared letter by letter. */
const mostCompared = 50

/**
 * The candidate most like `name`, if its likeness (0 to 1) reaches `least`. As in PostgREST only names that share a run of
 * three letters are compared; if none of them is alike enough, those that share two.
 */
export function closest(
	name: string,
	candidates: Iterable<string>,
	least: number,
): string | undefined {
	if (name.length > maxLength) return undefined
	const wanted = name.toLowerCase()
	const known = [...new Set(candidates)].map((text) => ({ text, lower: text.toLowerCase() }))
	const same = known.find(({ lower }) => lower === wanted)
	if (same) return same.text
	for (const size of [3, 2]) {
		const grams = gramsOf(wanted, size)
		const near = known
			.map(({ text, lower }) => ({ text, lower, shared: cosine(grams, gramsOf(lower, size)) }))
			.filter(({ shared }) => shared > 0)
			.sort((a, b) => b.shared - a.shared)
			.slice(0, mostCompared)
			.map(({ text, lower }) => ({ text, likeness: alike(wanted, lower) }))
			.filter(({ likeness }) => likeness >= least)
			.sort((a, b) => b.likeness - a.likeness)
		if (near[0]) return near[0].text
	}
	return undefined
}

/** How often each run of `size` letters occurs; a hyphen marks both ends. */
function gramsOf(text: string, size: number): Map<string, number> {
	const letters = `-${text.replace(/[^\p{L}\p{N}\s,]/gu, '')}-`
	const counts = new Map<string, number>()
	for (let at = 0; at + size <= letters.length; at++) {
		const gram = letters.slice(at, at + size)
		counts.set(gram, (counts.get(gram) ?? 0) + 1)
	}
	return counts
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
	let product = 0
	for (const [gram, count] of a) product += count * (b.get(gram) ?? 0)
	return product === 0 ? 0 : product / (magnitude(a) * magnitude(b))
}

function magnitude(counts: ReadonlyMap<string, number>): number {
	return Math.hypot(...counts.values())
}

/** 1 less the edit distance per letter of the longer text. */
function alike(a: string, b: string): number {
	const longer = Math.max(a.length, b.length)
	if (longer === 0) return 1
	return 1 - editDistance(a, b) / longer
}
