import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import {
	decide,
	forgetMissed,
	type ListedMutant,
	type MutantList,
	readMutantList,
	summarize,
	writeMutantList,
} from './mutant-list.ts'

const mutant: ListedMutant = {
	number: 1,
	path: 'src/a.ts',
	kind: 'negate',
	line: 3,
	firstLine: 3,
	before: '\tif (a) b()',
	after: '\tif (!(a)) b()',
	runs: [],
}
const passed = { stage: 'quick tests', isQuick: true, result: 'passed', seconds: 9 } as const
const caught = {
	stage: 'slow tests',
	isQuick: false,
	result: 'caught',
	test: 'a.slow.test.ts > a',
	seconds: 9,
} as const
const list: MutantList = {
	commit: 'c',
	seed: 1,
	mutants: [
		{ ...mutant, quick: 'caught', whole: 'caught', runs: [{ ...passed, result: 'timeout' }] },
		{ ...mutant, number: 2, quick: 'missed', whole: 'caught', runs: [passed, caught] },
		{ ...mutant, number: 3, quick: 'missed', whole: 'survived', runs: [passed], remark: 'equivalent' },
		{ ...mutant, number: 4, runs: [] },
	],
	dropped: [{ ...mutant, reason: 'types' }],
	soundTests: [],
	brokenTests: [],
}

it('a summary has both counts and lists what npm test misses', () => {
	expect(summarize(list).split('\n')).toEqual([
		'mutants: 4; replaced: 1 refused by types, 0 by PostgreSQL; not decided: 1',
		'caught by the whole set: 2; of these by npm test: 1 (50.0 %); survived: 1',
		'first caught by: quick tests 1, slow tests 1',
		'missed by npm test: 2. src/a.ts:3 (negate)',
		'  - if (a) b()',
		'  + if (!(a)) b()',
		'  caught by slow tests: a.slow.test.ts > a',
		'survived: 3. src/a.ts:3 (negate, equivalent)',
		'  - if (a) b()',
		'  + if (!(a)) b()',
	])
})

it('a mutant that npm test missed is tested again, and what caught it is kept', () => {
	const again = { ...mutant, quick: 'missed' as const, whole: 'caught' as const, runs: [passed, caught] }
	forgetMissed(again)
	expect(again).toEqual({ ...mutant, whole: 'caught', runs: [caught] })
	const survivor = { ...mutant, quick: 'missed' as const, whole: 'survived' as const, runs: [passed] }
	forgetMissed(survivor)
	expect(survivor).toEqual(mutant)
})

it.each([
	[[], {}],
	[[passed], {}],
	[[caught], { whole: 'caught' }],
	[[passed, caught], { quick: 'missed', whole: 'caught' }],
	[[passed, { ...caught, isQuick: true }], { quick: 'caught', whole: 'caught' }],
	[[passed, { ...passed, stage: 'slow tests' }], { quick: 'missed', whole: 'survived' }],
])('after the runs %j the verdicts are %j', (runs, verdicts) => {
	const decided = { ...mutant, runs }
	decide(decided, ['quick tests', 'slow tests'])
	expect(decided).toEqual({ ...mutant, runs, ...verdicts })
})

it('a list is read as it was written, and refused with another seed', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-list-'))
	onTestFinished(() => rm(folder, { recursive: true }))
	const file = join(folder, 'new/list.json')
	expect(await readMutantList(file, 1)).toMatchObject({ seed: 1, mutants: [] })
	await writeMutantList(file, list)
	expect(await readMutantList(file, 1)).toEqual(list)
	await expect(readMutantList(file, 2)).rejects.toThrow('has the seed 1')
})
