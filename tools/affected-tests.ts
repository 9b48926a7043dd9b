import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readChange } from './affected-tests/changed-files.ts'
import { selectTests } from './affected-tests/select-tests.ts'
import { documents, looksSources, readsDocuments } from './affected-tests/test-bindings.ts'
import { tierOf } from './affected-tests/test-tier.ts'

/** Estimated seconds of one worker by test file, as the last whole run measured them. */
type Durations = Readonly<Record<string, number>>
type Timed = { file: string; seconds: number }

/** Tests that a change reaches beyond the set of every change. */
export type AffectedTests = {
	/** Slow test files and journeys that run, with the estimated seconds of one worker. */
	slow: Timed[]
	journeys: Timed[]
	/** True when the pictures of walls are compared. */
	looks: boolean
	/** Reached tests that do not fit into the time. */
	cut: Timed[]
	/** Every test file that the change reaches, those of the quick set and those that were cut included. */
	reached: string[]
	/** Quick tests that a change of documents alone runs; null for every other change. */
	documentTests: string[] | null
}

/** Seconds for what a change reaches, on two workers. */
export const mostSeconds = 270
/** Estimate for a file without a measurement: about the average of slow tests and journeys. */
const unknownSeconds = 20

type Selection = { root: string; changed: readonly string[]; limitSeconds?: number }

/** Selects tests for changed files, given as paths from the root. Durations are those of `test/durations.json`. */
export function affectedTests({ root, changed, limitSeconds = mostSeconds }: Selection): AffectedTests {
	const files = readSources(root)
	const durations = readDurations(root)
	const seconds = ({ file }: { file: string }) => durations[file] ?? 0
	const reached = selectTests(files, changed)
		.sort((one, other) => one.rank - other.rank || seconds(one) - seconds(other))
		.map(({ file }) => file)
	const slow = reached.filter((file) => tierOf(file) === 'slow')
	const journeys = reached.filter((file) => tierOf(file) === 'journey')
	// Journeys get what slow tests leave, and at least half of the time.
	const demand = fitTime(journeys, durations, Number.POSITIVE_INFINITY).seconds
	const slowFit = fitTime(slow, durations, limitSeconds - Math.min(demand, limitSeconds / 2))
	const journeyFit = fitTime(journeys, durations, limitSeconds - slowFit.seconds)
	const isDocumentsAlone = changed.length > 0 && changed.every((file) => documents.test(file))
	return {
		slow: slowFit.kept,
		journeys: journeyFit.kept,
		looks: changed.some((file) => looksSources.test(file)),
		cut: [...slowFit.cut, ...journeyFit.cut],
		reached,
		documentTests: isDocumentsAlone ? documentTestsOf(files) : null,
	}
}

function documentTestsOf(files: ReadonlyMap<string, string>): string[] {
	return [...files]
		.filter(([file, text]) => tierOf(file) === 'quick' && readsDocuments.test(text))
		.map(([file]) => file)
}

function readSources(root: string): Map<string, string> {
	const list = [
		'ls-files',
		'--cached',
		'--others',
		'--exclude-standard',
		'src',
		'test',
		'e2e',
		'tools',
		'db',
		'packages',
	]
	const names = execFileSync('git', list, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).split('\n')
	const sources = names.filter((name) => /\.(tsx?|css|sql|php)$/.test(name) && existsSync(join(root, name)))
	return new Map(sources.map((name) => [name, readFileSync(join(root, name), 'utf8')]))
}

function readDurations(root: string): Durations {
	const file = join(root, 'test/durations.json')
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

/**
 * Takes test files in their order while they fit into a time on two workers.
 * @param seconds time on the clock
 */
export function fitTime(
	files: readonly string[],
	durations: Durations,
	seconds: number,
): { kept: Timed[]; cut: Timed[]; seconds: number } {
	const kept: Timed[] = []
	const cut: Timed[] = []
	let used = 0
	for (const file of files) {
		const test = { file, seconds: durations[file] ?? unknownSeconds }
		if ((used + test.seconds) / 2 <= seconds) {
			used += test.seconds
			kept.push(test)
		} else cut.push(test)
	}
	return { kept, cut, seconds: used / 2 }
}

/** Prints what a change reaches. Run: `node tools/affected-tests.ts [--base COMMIT] [FILE …]`. */
function main(): void {
	const root = join(import.meta.dirname, '..')
	const { values, positionals } = parseArgs({ options: { base: { type: 'string' } }, allowPositionals: true })
	const change = positionals.length > 0 ? { files: positionals, reason: 'as named' } : readChange(root, values.base)
	const { slow, journeys, looks, cut, reached, documentTests } = affectedTests({ root, changed: change.files })
	console.log(`${change.files.length} changed files (${change.reason}) reach ${reached.length} test files.`)
	const print = (title: string, tests: readonly Timed[]) => {
		console.log(`\n${title}: ${tests.length}`)
		for (const { file, seconds } of tests) console.log(`  ${seconds.toFixed(0).padStart(4)} s  ${file}`)
	}
	const quick = reached.filter((file) => tierOf(file) === 'quick' || tierOf(file) === 'component')
	console.log(`\nOf the set that every change runs: ${quick.length}`)
	for (const file of quick.slice(0, 20)) console.log(`          ${file}`)
	print('Slow tests', slow)
	print('Journeys', journeys)
	print('Cut', cut)
	if (looks) console.log('\nPictures of walls are compared.')
	if (documentTests) console.log('\nDocuments alone: only the static checks and the tests that read documents run.')
}

if (import.meta.main) main()
