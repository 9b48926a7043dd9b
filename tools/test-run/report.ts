import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './child.ts'

/** One test as a runner reported it. Seconds are those of one worker. */
export type TestResult = { file: string; title: string; isPassed: boolean; seconds: number }

export const reportFolder = join(root, '.cache/test-run')

type VitestReport = {
	testResults: {
		name: string
		startTime: number
		endTime: number
		status: string
		message: string
		assertionResults: { fullName: string; status: string; duration?: number }[]
	}[]
}

/** Tests and seconds by file of a report of Vitest. A file that could not be loaded is one failed test. */
export function readVitestReport(name: string): { tests: TestResult[]; files: Map<string, number> } {
	const report: VitestReport = JSON.parse(readFileSync(join(reportFolder, name), 'utf8'))
	const files = new Map<string, number>()
	const tests = report.testResults.flatMap(({ name: path, startTime, endTime, status, message, assertionResults }) => {
		const file = relative(root, path)
		files.set(file, (endTime - startTime) / 1000)
		const cases = assertionResults
			.filter((test) => test.status === 'passed' || test.status === 'failed')
			.map(({ fullName, status: state, duration = 0 }) => ({
				file,
				title: fullName,
				isPassed: state === 'passed',
				seconds: duration / 1000,
			}))
		if (status !== 'failed' || cases.some(({ isPassed }) => !isPassed)) return cases
		return [...cases, { file, title: message.split('\n')[0] ?? 'the file fails', isPassed: false, seconds: 0 }]
	})
	return { tests, files }
}

type PlaywrightSuite = {
	title: string
	file: string
	suites?: PlaywrightSuite[]
	specs: { title: string; file: string; ok: boolean; tests: { results: { duration: number; status: string }[] }[] }[]
}

/** Tests of a report of Playwright. Their titles are paths of suites, joined as Playwright's lists of tests are. */
export function readPlaywrightReport(name: string): TestResult[] {
	const report: { suites: PlaywrightSuite[]; errors: { message: string }[] } = JSON.parse(
		readFileSync(join(reportFolder, name), 'utf8'),
	)
	const broken = report.errors.map(({ message }) => ({
		file: 'e2e',
		title: message.split('\n')[0] ?? 'an error outside a journey',
		isPassed: false,
		seconds: 0,
	}))
	return [...report.suites.flatMap((suite) => readSuite(suite, [])), ...broken]
}

function readSuite(suite: PlaywrightSuite, above: string[]): TestResult[] {
	const path = suite.title === suite.file ? above : [...above, suite.title]
	const tests = suite.specs.flatMap(({ title, file, ok, tests }) => {
		const results = tests.flatMap((test) => test.results)
		if (results.every(({ status }) => status === 'skipped')) return []
		const seconds = results.reduce((sum, { duration }) => sum + duration / 1000, 0)
		return [{ file: `e2e/${file}`, title: [...path, title].join(' › '), isPassed: ok, seconds }]
	})
	return [...tests, ...(suite.suites ?? []).flatMap((inner) => readSuite(inner, path))]
}
