import { editDistance } from '#server/edit-distance.ts'

const maxLength = 100

/** The candidate most like `name`, if its likeness (0 to 1) reaches `least`. */
export function closest(
	name: string,
	candidates: Iterable<string>,
	least: number,
): string | undefined {
	if (name.length > maxLength) return undefined
	let best: string | undefined
	let bestLikeness = least
	for (const candidate of candidates) {
		const likeness = alike(name.toLowerCase(), candidate.toLowerCase())
		if (likeness >= bestLikeness && (best === undefined || likeness > bestLikeness)) {
			best = candidate
			bestLikeness = likeness
		}
	}
	return best
}

/** 1 less the edit distance per letter of the longer text. */
function alike(a: string, b: string): number {
	const longer = Math.max(a.length, b.length)
	if (longer === 0) return 1
	return 1 - editDistance(a, b) / longer
}
