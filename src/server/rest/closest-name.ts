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
	let row = Array.from({ length: b.length + 1 }, (_, i) => i)
	for (let i = 1; i <= a.length; i++) {
		const next = [i]
		for (let j = 1; j <= b.length; j++) {
			const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
			next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced)
		}
		row = next
	}
	return 1 - (row[b.length] ?? longer) / longer
}
