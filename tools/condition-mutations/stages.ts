import { affectedTests } from '#tools/affected-tests.ts'

/** Names of the stages in the order in which they run. Each mutant is tested alone in the first two, and with others in the rest. */
export const stageNames = [
	'nearest tests',
	'nearest components',
	'quick tests',
	'components',
	'journeys for each change',
	'slow tests',
	'slow components',
	'fuzzer',
	'other journeys',
] as const
export type StageName = (typeof stageNames)[number]

/** A command that runs tests. */
export type Stage = {
	name: StageName
	/** True when `npm test` runs all of these tests for each change; of other stages it runs what the change reaches. */
	isForEachChange: boolean
	/** True when the pages are built before. */
	needsBuild: boolean
	/** Longer runs end, and count as caught: a mutant may loop without end. */
	limitSeconds: number
	command: string
	args: string[]
	/** Arguments that run one file of these tests up to its first failure. */
	argsOfFile: (file: string) => string[]
}

const inBrowser = 'vitest.components.config.ts'
/** Failed tests after which a run ends: each may wait for its time limit. */
export const mostFailures = 20
/** Tests that each mutant meets alone. */
const mostNearest = 10

/** The tests nearest to a source: they catch most mutants of it, and are cheap enough to run for each. */
export function nearestStages(root: string, path: string): Stage[] {
	const { reached } = affectedTests({ root, changed: [path] })
	const near = reached.filter((file) => /(?<!\.slow)\.(?:test\.tsx?|component\.tsx)$/.test(file)).slice(0, mostNearest)
	const isComponent = (file: string) => file.endsWith('.component.tsx')
	const tests = near.filter((file) => !isComponent(file))
	const components = near.filter(isComponent)
	return [
		...(tests.length > 0 ? [vitest('nearest tests', tests, { bail: 1 })] : []),
		...(components.length > 0 ? [vitest('nearest components', components, { config: inBrowser, bail: 1 })] : []),
	]
}

/** All tests, cheapest first. Static checks are left out, for a linter refuses constant conditions as such. */
export const groupStages: readonly Stage[] = [
	vitest('quick tests', ['--exclude=**/*.slow.test.*'], { needsBuild: true, limitSeconds: 1800 }),
	vitest('components', ['--exclude=**/*.slow.component.*'], { config: inBrowser }),
	playwright('journeys for each change', ['--grep=@each'], true),
	vitest('slow tests', ['.slow.test.'], { isForEachChange: false, needsBuild: true, limitSeconds: 3600 }),
	vitest('slow components', ['.slow.component.'], { isForEachChange: false, config: inBrowser }),
	fuzzer(),
	playwright('other journeys', ['--grep-invert=@each'], false),
]

type Options = {
	config?: string
	bail?: number
	isForEachChange?: boolean
	needsBuild?: boolean
	limitSeconds?: number
}

function vitest(name: StageName, args: string[], options: Options = {}): Stage {
	const { config = 'vitest.config.ts', bail = mostFailures, isForEachChange = true } = options
	const { needsBuild = false, limitSeconds = 900 } = options
	// A component that does not come is waited for on busy machines, and a mutant would wait as long each time.
	const waits = config === inBrowser ? ['--testTimeout=30000', '--expect.poll.timeout=6000'] : []
	const run = ['run', '--config', config, '--passWithNoTests', ...waits]
	const all = [...run, `--bail=${bail}`, ...args]
	const argsOfFile = (file: string) => [...run, '--bail=1', file]
	return { name, isForEachChange, needsBuild, limitSeconds, command: 'vitest', args: all, argsOfFile }
}

function playwright(name: StageName, grep: string[], isForEachChange: boolean): Stage {
	const run = ['test', '--reporter=list', ...grep]
	const args = [...run, `--max-failures=${mostFailures}`]
	const argsOfFile = (file: string) => [...run, '-x', file]
	return { name, isForEachChange, needsBuild: true, limitSeconds: 3600, command: 'playwright', args, argsOfFile }
}

function fuzzer(): Stage {
	const args = ['tools/wire-fuzz.ts', '--seed', '1', '--requests', '15000']
	const stage = {
		name: 'fuzzer',
		isForEachChange: false,
		needsBuild: false,
		limitSeconds: 600,
		command: 'node',
	} as const
	return { ...stage, args, argsOfFile: () => args }
}
