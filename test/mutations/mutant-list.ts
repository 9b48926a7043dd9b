import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Mutant } from './draw-mutants.ts'

/** One stage of tests on one mutant. */
export type Run = {
	stage: string
	/** True when `npm test` runs the test for a change of this file; after `passed` whether it runs the whole stage. */
	isQuick: boolean
	result: 'passed' | 'caught' | 'timeout'
	/** A test that failed. */
	test?: string
	seconds: number
}

export type ListedMutant = Mutant & {
	/** From 1, in the order of the draw. */
	number: number
	/** Result of `npm test`, once it is known. */
	quick?: 'caught' | 'missed'
	/** Result of all tests, once it is known. */
	whole?: 'caught' | 'survived'
	runs: Run[]
	/** Written by hand, such as `equivalent: the list is never empty`. */
	remark?: string
}

export type MutantList = {
	/** The commit that was tested last. */
	commit: string
	seed: number
	mutants: ListedMutant[]
	/** Drawn and replaced by others: refused by the compiler or by PostgreSQL, or its lines have changed since. */
	dropped: (Mutant & { reason: 'types' | 'invalid' | 'lines changed' })[]
	/** Test files that pass without a mutation. */
	soundTests: string[]
	/** Test files that fail without a mutation; they catch nothing. */
	brokenTests: string[]
}

/** Reads a list, or begins one. @throws when the list has another seed */
export async function readMutantList(file: string, seed: number): Promise<MutantList> {
	const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
		if (error.code !== 'ENOENT') throw error
	})
	if (text === undefined) return { commit: '', seed, mutants: [], dropped: [], soundTests: [], brokenTests: [] }
	const list: MutantList = JSON.parse(text)
	if (list.seed !== seed)
		throw new Error(`${file} has the seed ${list.seed}. Name another --file for the seed ${seed}.`)
	return list
}

/** Replaces the file at once, so that a stopped program leaves a whole one. */
export async function writeMutantList(file: string, list: MutantList): Promise<void> {
	await mkdir(dirname(file), { recursive: true })
	await writeFile(`${file}.new`, `${JSON.stringify(list, null, '\t')}\n`)
	await rename(`${file}.new`, file)
}

/** Adds the verdicts that the runs of a mutant allow. `stages` are the names of all that it must pass. */
export function decide(mutant: ListedMutant, stages: readonly string[]): void {
	const catches = mutant.runs.filter(({ result }) => result !== 'passed')
	const isThrough = stages.every((name) => mutant.runs.some(({ stage }) => stage === name))
	if (catches.some(({ isQuick }) => isQuick)) mutant.quick = 'caught'
	else if (isThrough) mutant.quick = 'missed'
	if (catches.length > 0) mutant.whole = 'caught'
	else if (isThrough) mutant.whole = 'survived'
}

/** Forgets what a mutant passed, so that the stages run again after tests were added. */
export function forgetMissed(mutant: ListedMutant): void {
	if (mutant.quick === 'caught') return
	delete mutant.quick
	if (mutant.whole === 'survived') delete mutant.whole
	mutant.runs = mutant.runs.filter(({ result }) => result !== 'passed')
}

/** Lines for a person: both counts, and the mutants that a set of tests missed. */
export function summarize({ mutants, dropped, brokenTests }: MutantList): string {
	const known = mutants.filter(({ whole }) => whole)
	const caught = known.filter(({ whole }) => whole === 'caught')
	const quick = mutants.filter((mutant) => mutant.quick === 'caught')
	const missed = caught.filter((mutant) => mutant.quick === 'missed')
	const survived = known.filter(({ whole }) => whole === 'survived')
	const byTypes = dropped.filter(({ reason }) => reason === 'types').length
	const byParser = dropped.filter(({ reason }) => reason === 'invalid').length
	const unknown = mutants.length - known.length
	const stages = Object.groupBy(caught, (mutant) => lastCatch(mutant)?.stage ?? '')
	const byStage = Object.entries(stages).map(([stage, list]) => `${stage} ${list?.length}`)
	const share = caught.length > 0 ? ` (${((100 * quick.length) / caught.length).toFixed(1)} %)` : ''
	return [
		`mutants: ${mutants.length}; replaced: ${byTypes} refused by types, ${byParser} by PostgreSQL; not decided: ${unknown}`,
		`caught by the whole set: ${caught.length}; of these by npm test: ${quick.length}${share}; survived: ${survived.length}`,
		`first caught by: ${byStage.join(', ') || 'none'}`,
		...missed.map((mutant) => {
			const { stage, test, result } = lastCatch(mutant) ?? {}
			return `missed by npm test: ${describeMutant(mutant)}\n  caught by ${stage}: ${test ?? result}`
		}),
		...survived.map((mutant) => `survived: ${describeMutant(mutant)}`),
		...brokenTests.map((test) => `fails without a mutation, so it was ignored: ${test}`),
	].join('\n')
}

/** One mutant in three lines. */
export function describeMutant({ number, path, line, kind, before, after, remark }: ListedMutant): string {
	const note = remark ? `, ${remark}` : ''
	return `${number}. ${path}:${line} (${kind}${note})\n${indent('- ', before)}\n${indent('+ ', after)}`
}

function indent(mark: string, text: string): string {
	return text
		.split('\n')
		.map((line) => `  ${mark}${line.trim()}`)
		.join('\n')
}

function lastCatch({ runs }: ListedMutant): Run | undefined {
	return runs.findLast(({ result }) => result !== 'passed')
}
