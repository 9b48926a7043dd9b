import { dirname } from 'node:path/posix'
import { distances, importersOf, type SourceFiles } from './import-graph.ts'
import { boundFolders, foundations, looksSources } from './test-bindings.ts'
import { tierOf } from './test-tier.ts'

/** A test file that a change reaches. A smaller rank is nearer to the change: 0 is the changed file itself. */
export type ReachedTest = { file: string; rank: number }

/** Rank of tests that a change reaches by the noun of its folder alone. */
const nounRank = 4
/** Imports between a changed file and a bound folder up to which the folder's journeys are reached. */
const furthestBinding = 2
/** Calls between SQL functions up to which the callers of a changed one are reached. */
const furthestCaller = 3
/** Rank of journeys with pictures of walls, where a source of theirs changed. */
const looksRank = 2
/** Rank of slow tests that a change of a foundation reaches. */
const foundationRank = 6

/** Every test file that a change reaches, the nearest first. `changed` are paths from the root, deleted files among them. */
export function selectTests(files: SourceFiles, changed: readonly string[]): ReachedTest[] {
	const ranks = new Map<string, number>()
	const reach = (file: string, rank: number) => {
		if (tierOf(file) && files.has(file)) ranks.set(file, Math.min(rank, ranks.get(file) ?? rank))
	}
	const reached = distances(importersOf(files), startsOf(files, changed))
	for (const [file, distance] of reached) reach(file, distance)
	const touchesFoundation = changed.some((file) => foundations.test(file))
	const touchesLooks = changed.some((file) => looksSources.test(file))
	for (const [file, text] of files) {
		if (touchesLooks && tierOf(file) === 'journey' && text.includes('@looks')) reach(file, looksRank)
		if (touchesFoundation && tierOf(file) === 'slow' && !file.endsWith('.component.tsx')) reach(file, foundationRank)
		for (const change of changed) {
			if (dirname(change) === dirname(file) && tierOf(file) !== 'journey') reach(file, 1)
			const noun = nounOf(change)
			if (noun && file.startsWith(`${noun}/`)) reach(file, nounRank)
		}
		const bound = boundFolders(file)
		if (bound) reach(file, bindingRank(bound, changed, reached))
	}
	return [...ranks]
		.filter(([, rank]) => Number.isFinite(rank))
		.map(([file, rank]) => ({ file, rank }))
		.sort((one, other) => one.rank - other.rank || one.file.localeCompare(other.file))
}

/** Changed files, and files whose text names a changed SQL function or view, or one that calls it, at their distance. */
function startsOf(files: SourceFiles, changed: readonly string[]): Map<string, number> {
	const starts = new Map(changed.map((file) => [file, 0]))
	let level = changed.filter((file) => sqlName(file))
	for (let distance = 1; level.length > 0 && distance <= furthestCaller; distance++) {
		const names = new RegExp(`\\b(?:${level.map(sqlName).join('|')})\\b`)
		const named = [...files].filter(([file, text]) => !starts.has(file) && names.test(text)).map(([file]) => file)
		for (const file of named) starts.set(file, distance)
		level = named.filter((file) => sqlName(file))
	}
	return starts
}

const sqlName = (file: string) => /^db\/(?:functions|views)\/.*?(\w+)\.sql$/.exec(file)?.[1]

/** 1 where a changed file is in a bound folder; later where the change reaches such a folder by imports. */
function bindingRank(folders: string[], changed: readonly string[], reached: ReadonlyMap<string, number>): number {
	const isBound = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`))
	if (changed.some(isBound)) return 1
	let nearest = Number.POSITIVE_INFINITY
	for (const [file, distance] of reached) if (distance < nearest && !tierOf(file) && isBound(file)) nearest = distance
	return nearest <= furthestBinding ? nearest + 2 : Number.POSITIVE_INFINITY
}

/** The folder of a noun of the product, a wire, a feature, a public page or a package: `src/product/walls`, `packages/react`. */
const nounOf = (file: string) =>
	/^(?:src\/(?:product|platform|web\/features|web\/public)|packages)\/[\w-]+(?=\/)/.exec(file)?.[0]
