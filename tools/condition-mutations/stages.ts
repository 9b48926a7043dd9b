import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { affectedTests } from '#tools/affected-tests.ts'

/** Names of the stages in the order in which they run; a mutant has those that can reach it. */
export const stageNames = [
	'nearest tests',
	'nearest components',
	'quick tests',
	'components',
	'tests chosen by the change',
	'journeys chosen by the change',
	'journeys for each change',
	'nearest slow tests',
	'slow tests',
	'fuzzer',
	'all journeys',
] as const
type StageName = (typeof stageNames)[number]

/** A command that runs tests and exits at the first failure. */
export type Stage = {
	name: StageName
	/** True when `npm test` runs these tests for the change. */
	isQuick: boolean
	/** True when the pages are built before. */
	needsBuild: boolean
	/** Longer runs end, and count as caught: a mutant may loop without end. */
	limitSeconds: number
	command: string
	args: string[]
	/** Arguments that run one file of these tests. */
	argsOfFile: (file: string) => string[]
}

const components = 'vitest.components.config.ts'
const isComponent = (file: string) => file.endsWith('.component.tsx')
const isJourney = (file: string) => file.endsWith('.spec.ts')
const fileOf = ({ file }: { file: string }) => file
/** Tests of the first stage, which run before the whole quick set. */
const mostNearest = 10
const isSlow = (file: string) => file.includes('.slow.test.')
/** Sources of pages. Tests without a browser read the built pages, too. */
const reachesPages = (path: string) => /^src\/(?:web|shared|embed)\//.test(path)

/**
 * The stages for a mutant of one file, cheapest first. Static checks are left out, for a linter refuses constant conditions as such.
 * @param root the checkout that is tested
 */
export function stagesFor(root: string, path: string): Stage[] {
	const { reached, slow, journeys } = affectedTests({ root, changed: [path] })
	const near = reached.filter((file) => !isJourney(file)).slice(0, mostNearest)
	const isPage = reachesPages(path)
	const stages = [
		vitest(
			'nearest tests',
			near.filter((file) => !isComponent(file) && !isSlow(file)),
		),
		vitest('nearest components', near.filter(isComponent), { config: components }),
		vitest('quick tests', ['--exclude', '**/*.slow.test.*'], { needsBuild: isPage, limitSeconds: 2400 }),
		...(isPage && existsSync(join(root, components)) ? [vitest('components', ['src'], { config: components })] : []),
		vitest('tests chosen by the change', slow.map(fileOf), { needsBuild: isPage, limitSeconds: 1800 }),
		playwright('journeys chosen by the change', journeys.map(fileOf)),
		playwright('journeys for each change', ['--grep', '@each']),
		vitest('nearest slow tests', near.filter(isSlow), { isQuick: false, needsBuild: isPage, limitSeconds: 1800 }),
		vitest('slow tests', ['.slow.test.'], { isQuick: false, needsBuild: isPage, limitSeconds: 3600 }),
		...(isPage ? [] : [fuzzer]),
		playwright('all journeys', [], false),
	]
	return stages.filter((stage) => stage !== undefined)
}

const fuzzer: Stage = {
	name: 'fuzzer',
	isQuick: false,
	needsBuild: false,
	limitSeconds: 600,
	command: 'node',
	args: ['tools/wire-fuzz.ts', '--seed', '1', '--requests', '15000'],
	argsOfFile: () => ['tools/wire-fuzz.ts', '--seed', '1', '--requests', '15000'],
}

type Options = { config?: string; isQuick?: boolean; needsBuild?: boolean; limitSeconds?: number }

function vitest(name: StageName, filters: string[], options: Options = {}): Stage | undefined {
	if (filters.length === 0) return
	const { config = 'vitest.config.ts', isQuick = true, needsBuild = false, limitSeconds = 900 } = options
	const args = ['run', '--config', config, '--bail', '1', '--passWithNoTests']
	const argsOfFile = (file: string) => [...args, file]
	return { name, isQuick, needsBuild, limitSeconds, command: 'vitest', args: [...args, ...filters], argsOfFile }
}

function playwright(name: StageName, filters: string[], isQuick = true): Stage | undefined {
	if (filters.length === 0 && isQuick) return
	const args = ['test', '-x', '--reporter=list']
	const argsOfFile = (file: string) => [...args, file]
	const all = [...args, ...filters, '--pass-with-no-tests']
	return { name, isQuick, needsBuild: true, limitSeconds: 7200, command: 'playwright', args: all, argsOfFile }
}
