import type { ListedMutant, Run } from '#test/mutations/mutant-list.ts'
import { affectedTests } from '#tools/affected-tests.ts'
import { isCaughtBy, runWithMutants, type StageTest, wholeStage } from './stage-run.ts'

/** Files that are looked into after a run that was cut short: one mutant that breaks every page fails them all. */
const filesOfCutRun = 3

/**
 * Runs one stage with several mutants at once, since few of those that passed the nearest tests are caught by the same. A failed file is
 * run again with fewer mutants, until it is known whose it is. Adds a run to each mutant.
 */
export async function testGroup(test: StageTest, group: readonly ListedMutant[]): Promise<void> {
	const started = performance.now()
	const { isTimeout, isCut, failures } = await runWithMutants(test, group)
	if (group.length > 1 && isTimeout) {
		for (const half of halves(group)) await testGroup(test, half)
		return
	}
	const caught = new Map<ListedMutant, Pick<Run, 'result' | 'test' | 'isQuick'>>()
	if (isTimeout)
		for (const mutant of group) caught.set(mutant, { result: 'timeout', isQuick: test.stage.isForEachChange })
	for (const { file, title } of isCut ? failures.slice(0, filesOfCutRun) : failures) {
		const open = group.filter(
			(mutant) => !caught.get(mutant)?.isQuick && (!isCaught(mutant) || isQuick(test, mutant, file)),
		)
		for (const mutant of await blame(test, open, file))
			caught.set(mutant, { result: 'caught', test: `${file} > ${title}`, isQuick: isQuick(test, mutant, file) })
	}
	const seconds = Math.round((performance.now() - started) / 1000 / group.length)
	// The others have not met the tests that a cut run left out.
	const met = isCut && caught.size > 0 ? [...caught.keys()] : group
	for (const mutant of met) {
		const passed = { result: 'passed', isQuick: test.stage.isForEachChange } as const
		mutant.runs.push({ stage: test.stage.name, ...(caught.get(mutant) ?? passed), seconds })
	}
	const others = group.filter((mutant) => !met.includes(mutant))
	if (others.length > 0) await testGroup(test, others)
}

/** The mutants with which a file fails, each alone. */
async function blame(test: StageTest, mutants: readonly ListedMutant[], file: string): Promise<ListedMutant[]> {
	if (mutants.length === 0 || !(await isCaughtBy(test, mutants, file))) return []
	if (mutants.length === 1) return [...mutants]
	const blamed: ListedMutant[] = []
	for (const half of halves(mutants)) blamed.push(...(await blame(test, half, file)))
	return blamed
}

const halves = <Item>(items: readonly Item[]): Item[][] => {
	const middle = Math.ceil(items.length / 2)
	return [items.slice(0, middle), items.slice(middle)]
}

const isCaught = ({ runs }: ListedMutant) => runs.some(({ result }) => result !== 'passed')

const chosen = new Map<string, Set<string>>()

/** True when `npm test` would run the file for a change of the mutant's source. */
function isQuick({ checkout, stage }: StageTest, { path }: ListedMutant, file: string): boolean {
	if (stage.isForEachChange) return true
	if (file === wholeStage) return false
	let files = chosen.get(path)
	if (!files) {
		const { slow, journeys } = affectedTests({ root: checkout.folder, changed: [path] })
		files = new Set([...slow, ...journeys].map((test) => test.file))
		chosen.set(path, files)
	}
	return files.has(file)
}
