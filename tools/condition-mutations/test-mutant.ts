import { join } from 'node:path'
import { failedTest } from '#test/mutations/failed-test.ts'
import type { ListedMutant, MutantList, Run } from '#test/mutations/mutant-list.ts'
import { type CommandResult, runCommand } from './run-command.ts'
import type { ScratchCheckout } from './scratch-checkout.ts'
import type { Stage } from './stages.ts'

export type MutantTest = {
	checkout: ScratchCheckout
	list: MutantList
	mutant: ListedMutant
	/** All stages for the mutant, in order. Those that it passed before are not repeated. */
	stages: readonly Stage[]
	/** Number of stages after which to end. */
	most: number
	/** Folder of the stages' outputs. */
	logs: string
	signal: AbortSignal
}

/** Runs of one stage, until a failure proves to be the mutant's. */
const maxAttempts = 3

/** Tests one mutant, stage after stage, until one catches it. Its runs and verdicts are added to the mutant. */
export async function* testMutant(test: MutantTest): AsyncGenerator<Run> {
	const { mutant, stages, most } = test
	const hasPassed = ({ name }: Stage) => mutant.runs.some(({ stage, result }) => stage === name && result === 'passed')
	for (const stage of stages.slice(0, most)) {
		if (mutant.quick === 'caught' || (mutant.whole === 'caught' && !stage.isQuick)) break
		if (hasPassed(stage)) continue
		const run = await runStage(test, stage)
		mutant.runs.push(run)
		if (run.result !== 'passed') mutant.whole = 'caught'
		if (run.result !== 'passed' && run.isQuick) mutant.quick = 'caught'
		yield run
	}
	if (!mutant.quick && stages.filter(({ isQuick }) => isQuick).every(hasPassed)) mutant.quick = 'missed'
	if (!mutant.whole && stages.every(hasPassed)) mutant.whole = 'survived'
}

/** Runs one stage. A failure counts when its test fails again with the mutant, and passes without it. */
async function runStage(test: MutantTest, stage: Stage): Promise<Run> {
	const started = performance.now()
	let outcome: Pick<Run, 'result' | 'test'> = { result: 'passed' }
	for (let attempt = 0; attempt < maxAttempts; attempt++) {
		await applyMutant(test, stage)
		const ignored = stage.command === 'vitest' ? test.list.brokenTests.flatMap((file) => ['--exclude', file]) : []
		const { code, isTimeout, output } = await execute(test, stage, [...stage.args, ...ignored])
		outcome = { result: isTimeout ? 'timeout' : code === 0 ? 'passed' : 'caught' }
		if (outcome.result !== 'caught') break
		const failed = failedTest(output)
		outcome.test = failed ? `${failed.file} > ${failed.title}` : 'no test, but the command failed'
		if (!failed || (await isCaughtBy(test, stage, failed.file))) break
		outcome.result = 'passed'
	}
	await test.checkout.restore()
	const seconds = Math.round((performance.now() - started) / 1000)
	return { stage: stage.name, isQuick: stage.isQuick, ...outcome, seconds }
}

async function isCaughtBy(test: MutantTest, stage: Stage, file: string): Promise<boolean> {
	const { soundTests, brokenTests } = test.list
	const again = await execute(test, stage, stage.argsOfFile(file))
	if (!again.isTimeout && again.code === 0) return false
	if (soundTests.includes(file)) return true
	await test.checkout.restore()
	const unchanged = await execute(test, stage, stage.argsOfFile(file))
	const isSound = unchanged.code === 0
	;(isSound ? soundTests : brokenTests).push(file)
	return isSound
}

async function applyMutant(test: MutantTest, stage: Stage): Promise<void> {
	await test.checkout.restore()
	if (stage.needsBuild) await test.checkout.keepBuilt()
	await test.checkout.apply(test.mutant)
	if (stage.needsBuild) await execute(test, stage, ['bootstrap/build.mjs'], 'node')
}

function execute(test: MutantTest, stage: Stage, args: string[], command = stage.command): Promise<CommandResult> {
	const { checkout, mutant, logs, signal } = test
	const name = `${String(mutant.number).padStart(3, '0')}-${stage.name.replaceAll(' ', '-')}.log`
	const { limitSeconds } = stage
	return runCommand(command, args, { cwd: checkout.folder, limitSeconds, log: join(logs, name), signal })
}
