import { join } from 'node:path'
import { failedTests } from '#test/mutations/failed-tests.ts'
import type { ListedMutant, MutantList, Run } from '#test/mutations/mutant-list.ts'
import { runCommand } from './run-command.ts'
import type { ScratchCheckout } from './scratch-checkout.ts'
import { mostFailures, type Stage } from './stages.ts'

export type StageTest = {
	checkout: ScratchCheckout
	list: MutantList
	stage: Stage
	/** Folder of the stages' outputs. */
	logs: string
	signal: AbortSignal
}

type Outcome = Pick<Run, 'result' | 'test'>
type Failure = { file: string; title: string }

/** The name that stands for the tests of a program that names none. */
export const wholeStage = ''

/**
 * Runs one stage, or one file of it, with some mutants applied. `failures` has the first of each file, and is empty after a timeout;
 * `isCut` says that the run ended early for their number.
 */
export async function runWithMutants(
	test: StageTest,
	mutants: readonly ListedMutant[],
	file = wholeStage,
): Promise<{ isTimeout: boolean; isCut: boolean; failures: Failure[] }> {
	const { checkout, list, stage, logs, signal } = test
	await checkout.restore()
	if (stage.needsBuild) await checkout.keepBuilt()
	for (const mutant of mutants) await checkout.apply(mutant)
	const numbers = mutants.map(({ number }) => String(number).padStart(3, '0')).join('-')
	const log = join(logs, `${numbers || 'none'}-${stage.name.replaceAll(' ', '-')}.log`)
	const run = (command: string, args: string[]) =>
		runCommand(command, args, { cwd: checkout.folder, limitSeconds: stage.limitSeconds, log, signal })
	if (stage.needsBuild && mutants.length > 0) await run('node', ['bootstrap/build.mjs'])
	const ignored = stage.command === 'vitest' ? list.brokenTests.map((path) => `--exclude=${path}`) : []
	const { code, isTimeout, output } = await run(
		stage.command,
		file === wholeStage ? [...stage.args, ...ignored] : stage.argsOfFile(file),
	)
	await checkout.restore()
	if (isTimeout || code === 0) return { isTimeout, isCut: false, failures: [] }
	const failed = failedTests(output)
	if (failed.length === 0)
		return { isTimeout, isCut: false, failures: [{ file: wholeStage, title: 'the command failed' }] }
	const firsts = failed.filter(({ file: name }, index) => failed.findIndex((one) => one.file === name) === index)
	const failures = firsts.filter((failure) => !list.brokenTests.includes(failure.file))
	return { isTimeout, isCut: failed.length >= mostFailures, failures }
}

/** Tests one mutant alone. A failure counts when it comes again, and does not come without the mutant. */
export async function runAlone(test: StageTest, mutant: ListedMutant): Promise<Outcome> {
	const { isTimeout, failures } = await runWithMutants(test, [mutant])
	if (isTimeout) return { result: 'timeout' }
	for (const { file, title } of failures)
		if (await isCaughtBy(test, [mutant], file)) return { result: 'caught', test: `${file} > ${title}` }
	return { result: 'passed' }
}

/** True when a file fails with the mutants, and passes without any. */
export async function isCaughtBy(test: StageTest, mutants: readonly ListedMutant[], file: string): Promise<boolean> {
	const { soundTests, brokenTests } = test.list
	const again = await runWithMutants(test, mutants, file)
	if (!again.isTimeout && again.failures.length === 0) return false
	if (soundTests.includes(file)) return true
	const unchanged = await runWithMutants(test, [], file)
	const isSound = !unchanged.isTimeout && unchanged.failures.length === 0
	;(isSound ? soundTests : brokenTests).push(file)
	return isSound
}
