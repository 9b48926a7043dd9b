import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runChild, wasInterrupted } from './child.ts'
import { readPlaywrightReport, readVitestReport, reportFolder, type TestResult } from './report.ts'

/** A finished step: its time on the clock, and its tests with the seconds of a worker by file. */
export type Step = {
	name: string
	seconds: number
	isPassed: boolean
	tests: TestResult[]
	files: Map<string, number>
}

type Work = () => Promise<Omit<Step, 'name' | 'seconds'>>

/** Runs one step and measures it. */
export async function runStep(name: string, work: Work): Promise<Step> {
	console.log(`\n── ${name}`)
	mkdirSync(reportFolder, { recursive: true })
	const start = performance.now()
	const result = await work()
	return { name, seconds: (performance.now() - start) / 1000, ...result }
}

const checks = [
	['build', 'node', ['bootstrap/build.mjs']],
	['biome', 'biome', ['ci', '--error-on-warnings', '.']],
	['tsc', 'tsc', ['-b']],
	['knip', 'knip', []],
] as const

/** Format, lint, types and dead code beside the build; prints the output of those that fail. */
export const staticChecks = (): Promise<Step> =>
	runStep('build, format, lint, types, dead code', async () => {
		const codes = await Promise.all(
			checks.map(async ([name, command, args]) => {
				const log = join(reportFolder, `${name}.log`)
				const code = await runChild(command, [...args], { log })
				if (code !== 0 && !wasInterrupted()) console.log(`${name} failed:\n${readFileSync(log, 'utf8')}`)
				return code
			}),
		)
		return { isPassed: codes.every((code) => code === 0), tests: [], files: new Map() }
	})

/** Vitest with further arguments, such as filters. `command` starts it where it is not started directly. */
export const vitest = (
	name: string,
	args: string[],
	command: [string, ...string[]] = ['vitest', 'run'],
): Promise<Step> =>
	runStep(name, async () => {
		const report = `${name.replaceAll(/\W+/g, '-')}.json`
		rmSync(join(reportFolder, report), { force: true })
		const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${join(reportFolder, report)}`]
		const [program, ...first] = command
		const code = await runChild(program, [...first, ...args, '--passWithNoTests', ...reporters])
		const { tests, files } = readOrNothing(() => readVitestReport(report), { tests: [], files: new Map() })
		return { isPassed: code === 0, tests, files }
	})

/** A program that tests by itself and says so by its exit code. */
export const program = (name: string, command: string, args: string[]): Promise<Step> =>
	runStep(name, async () => ({ isPassed: (await runChild(command, args)) === 0, tests: [], files: new Map() }))

/** Browser journeys with further arguments. A failed one does not fail the step: it runs again later, alone. */
export const journeys = (name: string, args: string[], env: Record<string, string> = {}): Promise<Step> =>
	runStep(name, async () => {
		const report = `${name.replaceAll(/\W+/g, '-')}.json`
		rmSync(join(reportFolder, report), { force: true })
		const code = await runChild('playwright', ['test', '--pass-with-no-tests', '--reporter=line,json', ...args], {
			env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: join(reportFolder, report) },
		})
		const tests = readOrNothing(() => readPlaywrightReport(report), [])
		const files = new Map<string, number>()
		for (const { file, seconds } of tests) files.set(file, (files.get(file) ?? 0) + seconds)
		return { isPassed: code === 0 || tests.some(({ isPassed }) => !isPassed), tests, files }
	})

/** A runner that ended before its report says so by its exit code. */
function readOrNothing<Report>(read: () => Report, nothing: Report): Report {
	try {
		return read()
	} catch {
		return nothing
	}
}
