import type { ImportTarget } from '#shared/import/import-api.ts'
import type { KnownSource } from './known-source.ts'
import { knownSources } from './load-sources.ts'

/** Share of the marks that a changed export still has, and of the file's headings that its source must know. */
const changed = { marks: 2 / 3, leastMarks: 3, known: 0.6 }

/** @param headings as plainHeading gives them @param holds true when a cell holds the text */
export function recogniseSource(
	headings: readonly string[],
	holds: (text: string) => boolean,
): KnownSource | undefined {
	const there = new Set(headings)
	let best: { source: KnownSource; score: number } | undefined
	for (const source of knownSources) {
		const score = scoreOf(source, there, holds)
		if (score > (best?.score ?? 0)) best = { source, score }
	}
	return best?.source
}

/** A complete mark counts more than any changed export, and among complete ones the longest and best explained wins. */
function scoreOf(source: KnownSource, headings: ReadonlySet<string>, holds: (text: string) => boolean): number {
	const lookUp = columnLookup(source, headings)
	const known = [...headings].filter((heading) => lookUp(heading) !== undefined).length / Math.max(1, headings.size)
	let best = source.valueMarks?.some(holds) ? 1 : 0
	for (const marks of source.marks) {
		const found = marks.filter((mark) => headings.has(mark)).length
		if (found === marks.length) best = Math.max(best, 100 + found + known)
		else if (found >= changed.leastMarks && found / marks.length >= changed.marks && known >= changed.known)
			best = Math.max(best, found / marks.length + known)
	}
	return best
}

/** The target of a heading in files of a source; undefined where the source does not know it. */
export function columnLookup(
	source: KnownSource,
	headings: ReadonlySet<string>,
): (heading: string) => ImportTarget | undefined {
	const leftOut = (source.leftOut ?? []).map((heading) => [heading, 'none'] as const)
	const variants = Object.entries(source.variants ?? {}).filter(([heading]) => headings.has(heading))
	const exact = new Map<string, ImportTarget>([
		...leftOut,
		...Object.entries(source.columns),
		...variants.flatMap(([, columns]) => Object.entries(columns)),
	])
	const beginnings = [...exact].filter(([heading]) => heading.endsWith(' *'))
	return (heading) =>
		exact.get(heading) ?? beginnings.find(([beginning]) => heading.startsWith(beginning.slice(0, -1)))?.[1]
}
