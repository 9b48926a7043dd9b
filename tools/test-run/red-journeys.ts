import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './child.ts'
import { addFlakyJourneys } from './flaky-journeys.ts'
import { reportFolder, type TestResult } from './report.ts'
import { journeys, type Step } from './steps.ts'

/** Above this number the change is broken, and running each once more would only take time. */
const most = 15

export type RedJourneys = { step: Step | null; red: TestResult[]; flaky: TestResult[] }

/** Runs failed journeys once more, alone and with a trace. Those that pass then are flaky and go to `.cache/flaky.json`. */
export async function runRedJourneysAgain(
	failed: readonly TestResult[],
	env: Record<string, string>,
): Promise<RedJourneys> {
	if (failed.length === 0 || failed.length > most) return { step: null, red: [...failed], flaky: [] }
	const list = join(reportFolder, 'red-journeys.txt')
	writeFileSync(list, failed.map((test) => `${lineOf(test)}\n`).join(''))
	const output = join('.cache', 'e2e-again')
	const step = await journeys(
		'red journeys again, alone',
		[`--test-list=${list}`, '--workers=1', '--trace=on', `--output=${output}`],
		env,
	)
	const passed = step.tests.filter(({ isPassed }) => isPassed)
	const isFlaky = (test: TestResult) => passed.some(({ file, title }) => file === test.file && title === test.title)
	const flaky = failed.filter(isFlaky)
	addFlakyJourneys(flaky)
	return { step, red: failed.filter((test) => !isFlaky(test)), flaky }
}

/** A journey as a line of Playwright's `--test-list`. */
export const lineOf = ({ file, title }: { file: string; title: string }): string =>
	`${relative(join(root, 'e2e'), join(root, file))} › ${title}`
