import type { ImportTarget } from '#shared/import/import-api.ts'
import type { KnownSource } from './known-source.ts'
import { knownSources } from './load-sources.ts'

/** A changed export still has headings of its own, together worth this much, and this share of its headings is known. */
const changed = { own: 2, known: 0.6, headings: 5 }

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
	const found = [...headings].filter((heading) => lookUp(heading) !== undefined)
	const known = found.length / Math.max(1, headings.size)
	const complete = source.marks.filter((marks) => marks.every((mark) => headings.has(mark)))
	if (complete.length > 0) return 100 + Math.max(...complete.map((marks) => marks.length)) + known
	const own = found.reduce((sum, heading) => sum + 1 / (sharedBy.get(heading) ?? 2), 0)
	if (own >= changed.own && known >= changed.known && found.length >= changed.headings) return own + known
	return source.valueMarks?.some(holds) ? 1 : 0
}

/** The number of sources that know a heading: one that many know tells little. */
const sharedBy = new Map<string, number>()
for (const { columns, leftOut = [] } of knownSources)
	for (const heading of new Set([...Object.keys(columns), ...leftOut]))
		sharedBy.set(heading, (sharedBy.get(heading) ?? 0) + 1)

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
