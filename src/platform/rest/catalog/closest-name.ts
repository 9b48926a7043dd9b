import { editDistance } from '#platform/config/edit-distance.ts'

const maxLength = 100
/** Above this number of names there is no search, as in PostgREST. */
const maxSearched = 500
/** N-gram lengths; the shorter one is used only when the longer one finds nothing. */
const gramLengths = [3, 2] as const
/** Candidates for the edit distance: those that share most n-grams. */
const maxCompared = 50

/**
 * The candidate most similar to `name`, if its similarity (0 to 1) reaches `minSimilarity`.
 * Gives the results of PostgREST's https://hackage.haskell.org/package/fuzzyset: shared n-grams, then edit distance.
 */
export function closestName(name: string, candidates: Iterable<string>, minSimilarity: number): string | undefined {
	if (name.length > maxLength) return undefined
	const sought = name.toLowerCase()
	const names = [...candidates]
	if (names.length >= maxSearched) return undefined
	const entries = names.map((candidate) => ({ candidate, key: candidate.toLowerCase() }))
	const exact = entries.find(({ key }) => key === sought)
	if (exact) return exact.candidate
	for (const length of gramLengths) {
		const grams = gramsOf(sought, length)
		const [best] = entries
			.map((entry) => ({ ...entry, shared: cosine(grams, gramsOf(entry.key, length)) }))
			.filter(({ shared }) => shared > 0)
			.sort((a, b) => b.shared - a.shared)
			.slice(0, maxCompared)
			.map((entry) => ({ ...entry, likeness: similarityOf(sought, entry.key) }))
			.filter(({ likeness }) => likeness >= minSimilarity)
			.sort((a, b) => b.likeness - a.likeness)
		if (best) return best.candidate
	}
	return undefined
}

/** Counts the n-grams of a text, with a marker at both ends. */
function gramsOf(text: string, length: number): Map<string, number> {
	const framed = `-${text.replace(/[^\p{L}\p{N} ,]/gu, '')}-`
	const grams = new Map<string, number>()
	for (let at = 0; at + length <= framed.length; at++) {
		const gram = framed.slice(at, at + length)
		grams.set(gram, (grams.get(gram) ?? 0) + 1)
	}
	return grams
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
	let product = 0
	for (const [piece, count] of a) product += count * (b.get(piece) ?? 0)
	return product === 0 ? 0 : product / Math.sqrt(squaredNorm(a) * squaredNorm(b))
}

function squaredNorm(grams: ReadonlyMap<string, number>): number {
	return [...grams.values()].reduce((sum, count) => sum + count * count, 0)
}

function similarityOf(a: string, b: string): number {
	return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1)
}
