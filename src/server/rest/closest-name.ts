import { editDistance } from '#server/edit-distance.ts'

const maxLength = 100
/** Similar names are looked for among fewer names than this, as PostgREST does for tables. */
const maxSearched = 500
/** Names that share pieces of this many letters are compared, shorter pieces only when no longer ones find anything. */
const pieceLengths = [3, 2] as const
/** So many names are compared letter by letter: those that share most pieces. */
const maxCompared = 50

/**
 * The candidate most like `name`, if its likeness (0 to 1) reaches `least`.
 * It finds what the fuzzy sets of PostgREST find (https://hackage.haskell.org/package/fuzzyset): names that share pieces, and of these the one at the least edit distance.
 */
export function closest(
	name: string,
	candidates: Iterable<string>,
	least: number,
): string | undefined {
	if (name.length > maxLength) return undefined
	const sought = name.toLowerCase()
	const names = [...candidates]
	if (names.length >= maxSearched) return undefined
	const entries = names.map((candidate) => ({ candidate, key: candidate.toLowerCase() }))
	const exact = entries.find(({ key }) => key === sought)
	if (exact) return exact.candidate
	for (const length of pieceLengths) {
		const pieces = piecesOf(sought, length)
		const [best] = entries
			.map((entry) => ({ ...entry, shared: cosine(pieces, piecesOf(entry.key, length)) }))
			.filter(({ shared }) => shared > 0)
			.sort((a, b) => b.shared - a.shared)
			.slice(0, maxCompared)
			.map((entry) => ({ ...entry, likeness: likenessOf(sought, entry.key) }))
			.filter(({ likeness }) => likeness >= least)
			.sort((a, b) => b.likeness - a.likeness)
		if (best) return best.candidate
	}
	return undefined
}

/** How often each piece of so many letters occurs in a text; its ends count as a letter. */
function piecesOf(text: string, length: number): Map<string, number> {
	const framed = `-${text.replace(/[^\p{L}\p{N} ,]/gu, '')}-`
	const pieces = new Map<string, number>()
	for (let at = 0; at + length <= framed.length; at++) {
		const piece = framed.slice(at, at + length)
		pieces.set(piece, (pieces.get(piece) ?? 0) + 1)
	}
	return pieces
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
	let product = 0
	for (const [piece, count] of a) product += count * (b.get(piece) ?? 0)
	return product === 0 ? 0 : product / Math.sqrt(squares(a) * squares(b))
}

function squares(pieces: ReadonlyMap<string, number>): number {
	return [...pieces.values()].reduce((sum, count) => sum + count * count, 0)
}

/** 1 less the edit distance per letter of the longer text. */
function likenessOf(a: string, b: string): number {
	return 1 - editDistance(a, b) / Math.max(a.length, b.length, 1)
}
