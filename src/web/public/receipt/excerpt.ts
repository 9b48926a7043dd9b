/** A body in three parts around the shown one, by code points as the database counts. */
export function splitExcerpt(
	body: string,
	excerpt: { start: number; end: number } | null,
): [before: string, shown: string, after: string] {
	if (!excerpt) return ['', body, '']
	const points = [...body]
	return [
		points.slice(0, excerpt.start).join(''),
		points.slice(excerpt.start, excerpt.end).join(''),
		points.slice(excerpt.end).join(''),
	]
}
