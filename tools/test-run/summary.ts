import type { TestResult } from './report.ts'
import type { Step } from './steps.ts'

export type LeftOut = { what: string; why: string }

/** Prints the steps with their seconds, what was left out and why, and the ten slowest test files. */
export function printSummary(steps: readonly Step[], leftOut: readonly LeftOut[]): void {
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
export function printVerdict(failed: readonly TestResult[], flaky: readonly TestResult[], passed: number): void {
	for (const { file, title } of failed) console.log(red(`failed: ${file}: ${title}`))
	for (const { file, title } of flaky) console.log(red(`flaky, red once and green alone: ${file}: ${title}`))
	console.log(`\n${passed} passed, ${failed.length} failed`)
}

export const red = (text: string): string => `\x1b[31m${text}\x1b[0m`

const row = (seconds: number) => `${seconds.toFixed(1).padStart(8)} s`
