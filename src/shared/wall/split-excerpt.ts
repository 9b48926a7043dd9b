type SplitText = { before: string; shown: string; after: string }

/** The text in three parts; without an excerpt the middle one is everything. */
export const splitExcerpt = (text: string, excerpt: { start: number; end: number } | null): SplitText => {
	if (excerpt === null) return { before: '', shown: text, after: '' }
	const points = Array.from(text)
	return {
		before: points.slice(0, excerpt.start).join(''),
		shown: points.slice(excerpt.start, excerpt.end).join(''),
		after: points.slice(excerpt.end).join(''),
	}
}
