import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readChange } from './affected-tests/changed-files.ts'
import { tierOf } from './affected-tests/test-tier.ts'
import { affectedTests, mostSeconds } from './affected-tests.ts'
import { endChildrenOnSignals, root, wasInterrupted } from './test-run/child.ts'
import { readFlakyJourneys } from './test-run/flaky-journeys.ts'
import { runRedJourneysAgain } from './test-run/red-journeys.ts'
import type { TestResult } from './test-run/report.ts'
import { findUnnamedSlowFiles } from './test-run/slow-files.ts'
import { allSteps, changeSteps, documentSteps, reachedSteps } from './test-run/step-sets.ts'
import type { Step } from './test-run/steps.ts'

/**
 * Runs the checks of a change (`npm test`), or everything (`npm run test:all`). Run: `node tools/test-run.ts [--all [--record]]
 * [--base COMMIT]`. With `--record` the durations of this run become those that the selection estimates with. Exits 1 when something
 * failed, 130 after an interrupt.
 */
const { values } = parseArgs({
	options: { all: { type: 'boolean' }, record: { type: 'boolean' }, base: { type: 'string' } },
})
endChildrenOnSignals()

/** Seconds after which `npm test` begins nothing that only the change reaches: 15 minutes less installing and red journeys. */
const allSeconds = 810

const change = values.all ? { base: null, files: [], reason: 'everything runs' } : readChange(root, values.base)
let affected = affectedTests({ root, changed: change.files })
const { documentTests } = affected
if (!values.all) console.log(changeText())

const env: Record<string, string> = values.all ? { E2E_WIDTHS: 'all' } : {}
const steps: Step[] = []
await runAll(values.all ? allSteps() : documentTests ? documentSteps(documentTests) : changeSteps())
if (!values.all && !documentTests && steps[0]?.isPassed) {
	const limitSeconds = Math.min(mostSeconds, allSeconds - performance.now() / 1000)
	affected = affectedTests({ root, changed: change.files, limitSeconds })
	await runAll(reachedSteps(affected))
}
const isJourney = ({ file }: { file: string }) => file.startsWith('e2e')
const failed = steps.flatMap((step) => step.tests).filter(({ isPassed }) => !isPassed)
const again = await runRedJourneysAgain(failed.filter(isJourney), env)
if (again.step) steps.push(again.step)

printSummary(steps, leftOut())
if (wasInterrupted()) process.exit(130)
if (values.record) recordDurations(steps)
const problems = [
	...steps.filter(({ isPassed }) => !isPassed).map(({ name }) => `The step failed: ${name}.`),
	...problemsOfTests(),
]
for (const problem of problems) console.log(red(problem))
const reds = [...failed.filter((test) => !isJourney(test)), ...again.red]
const passed = steps.flatMap((step) => step.tests).filter(({ isPassed }) => isPassed).length
printVerdict(reds, again.flaky, passed)
process.exit(reds.length > 0 || problems.length > 0 ? 1 : 0)

async function runAll(planned: (() => Promise<Step>)[]): Promise<void> {
	for (const run of planned) {
		// Without a build and types every other failure would only repeat this one.
		if (wasInterrupted() || steps[0]?.isPassed === false) return
		steps.push(await run())
	}
}

function changeText(): string {
	const { base, files, reason } = change
	if (!base) return `No change is known, as ${reason}: the whole quick set runs, and nothing beyond it.`
	return `${files.length} changed files ${reason} reach ${affected.reached.length} test files (node tools/affected-tests.ts lists them).`
}

function leftOut(): LeftOut[] {
	if (values.all) return []
	const why = 'reached by the change, beyond its time'
	const cut = affected.cut.map(({ file, seconds }) => ({ what: file, why: `${why} (${seconds.toFixed(0)} s)` }))
	const looks = affected.looks ? [] : [{ what: 'looks of walls', why: 'no source of theirs changed' }]
	const rest = {
		what: 'other slow tests and journeys',
		why: 'the change does not reach them; npm run test:all runs them',
	}
	return documentTests ? [{ what: 'all other tests', why: 'only documents changed' }] : [...cut, ...looks, rest]
}

function problemsOfTests(): string[] {
	const quick = steps
		.filter(({ name }) => /^(quick tests|all tests without|components|all components)/.test(name))
		.flatMap((step) => [...step.files])
	const slow = findUnnamedSlowFiles(new Map(quick)).map(
		(file) => `${file} took over 5 s in three runs: name it *.slow.test.ts or *.slow.component.tsx, or shrink it.`,
	)
	const reached = again.flaky
		.filter(({ file }) => affected.reached.includes(file))
		.map(({ file, title }) => `The change reaches a flaky journey: ${file}: ${title}`)
	const list = readFlakyJourneys()
	const listed = values.all && list.length > 0
	const names = list.map(({ file, title, times }) => `\n  ${file}: ${title} (${times} times)`).join('')
	return [
		...slow,
		...reached,
		...(listed ? [`Flaky journeys are not mended: npm run test:repeat -- FILE clears them.${names}`] : []),
	]
}

/** Writes the seconds of slow test files and journeys to `test/durations.json`. */
function recordDurations(steps: readonly Step[]): void {
	const seconds: Record<string, number> = {}
	for (const step of steps)
		for (const [file, taken] of step.files)
			if (/^(slow|journey)$/.test(tierOf(file) ?? '') && !seconds[file]) seconds[file] = Math.ceil(taken)
	const sorted = Object.fromEntries(Object.entries(seconds).sort(([one], [other]) => one.localeCompare(other)))
	writeFileSync(join(root, 'test/durations.json'), `${JSON.stringify(sorted, null, '\t')}\n`)
}

type LeftOut = { what: string; why: string }

/** Prints the steps with their seconds, what was left out and why, and the ten slowest test files. */
function printSummary(steps: readonly Step[], leftOut: readonly LeftOut[]): void {
	const total = steps.reduce((sum, { seconds }) => sum + seconds, 0)
	console.log('\n── Steps')
	for (const { name, seconds, isPassed, tests } of steps)
		console.log(
			`${row(seconds)}  ${isPassed ? 'passed' : 'FAILED'}  ${name}${tests.length > 0 ? `, ${tests.length} tests` : ''}`,
		)
	console.log(`${row(total)}          in all`)
	if (leftOut.length > 0) console.log('\n── Left out')
	for (const { what, why } of leftOut) console.log(`${what}: ${why}`)
	const files = steps.flatMap((step) => [...step.files])
	const slowest = files.sort(([, one], [, other]) => other - one).slice(0, 10)
	if (slowest.length > 0) console.log('\n── Slowest files, in seconds of one worker')
	for (const [file, seconds] of slowest) console.log(`${row(seconds)}  ${file}`)
}

/** Prints failed and flaky tests; `npm test` ends with the number of both kinds. */
function printVerdict(failed: readonly TestResult[], flaky: readonly TestResult[], passed: number): void {
	for (const { file, title } of failed) console.log(red(`failed: ${file}: ${title}`))
	for (const { file, title } of flaky) console.log(red(`flaky, red once and green alone: ${file}: ${title}`))
	console.log(`\n${passed} passed, ${failed.length} failed`)
}

function red(text: string): string {
	return `\x1b[31m${text}\x1b[0m`
}

function row(seconds: number): string {
	return `${seconds.toFixed(1).padStart(8)} s`
}
