import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drawMutants } from '#test/mutations/draw-mutants.ts'
import {
	describeMutant,
	forgetMissed,
	readMutantList,
	summarize,
	writeMutantList,
} from '#test/mutations/mutant-list.ts'
import { keepTmpdirInMemory } from '#test/support/memory-tmpdir.ts'
import { fillList } from './condition-mutations/fill-list.ts'
import { ScratchCheckout } from './condition-mutations/scratch-checkout.ts'
import { stageNames, stagesFor } from './condition-mutations/stages.ts'
import { testMutant } from './condition-mutations/test-mutant.ts'

/**
 * Mutation test of all tests: changes one condition of a random line at a time, and learns whether `npm test` catches it, and whether
 * any test does. The last commit is tested, in a checkout of its own below `.cache`, which stays for the next run. A run may be stopped: the next one goes on.
 *
 * Run: `node tools/condition-mutations.ts [--count 100] [--seed 1] [--only 1-20] [--until STAGE] [--missed] [--list] [--file FILE]`.
 * `--only` tests some numbers of the list; `--until` ends after a stage such as "quick tests"; `--missed` runs quick tests again on what
 * they missed; `--list` prints the mutants and tests none. FILE is by default `.cache/condition-mutations.json`; beside it are the outputs
 * of all stages. Exits 1 when `npm test` misses what another test catches.
 */
const { values } = parseArgs({
	options: {
		count: { type: 'string', default: '100' },
		seed: { type: 'string', default: '1' },
		only: { type: 'string' },
		until: { type: 'string' },
		missed: { type: 'boolean', default: false },
		list: { type: 'boolean', default: false },
		file: { type: 'string', default: '.cache/condition-mutations.json' },
	},
})
keepTmpdirInMemory()
const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')
const file = resolve(values.file)
const logs = file.replace(/\.json$/, '')
const [first = 1, last = Number.POSITIVE_INFINITY] = values.only?.split('-').map(Number) ?? []
const range = { first, last: values.only && !values.only.includes('-') ? first : last }

const until = stageNames.findIndex((name) => name === (values.until ?? stageNames.at(-1)))
if (until < 0) throw new Error(`The stages are: ${stageNames.join(', ')}.`)

const stopped = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopped.abort())
const { signal } = stopped

const list = await readMutantList(file, Number(values.seed))
if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).trim())
	console.error('Changes that are not committed are left out.')
const checkout = await ScratchCheckout.open(root, join(logs, 'checkout'))
list.commit = checkout.commit
try {
	const drawn = await drawMutants(checkout.folder, list.seed)
	await fillList(checkout, list, drawn, { count: Number(values.count), log: join(logs, 'types.log'), signal })
	await writeMutantList(file, list)
	const mutants = list.mutants.filter(({ number }) => number >= range.first && number <= range.last)
	if (values.list) console.log(mutants.map(describeMutant).join('\n'))
	for (const mutant of values.list ? [] : mutants) {
		if (values.missed) forgetMissed(mutant)
		const stages = stagesFor(checkout.folder, mutant.path)
		const most = stages.filter(({ name }) => stageNames.indexOf(name) <= until).length
		for await (const run of testMutant({ checkout, list, mutant, stages, most, logs, signal })) {
			console.log(`${mutant.number}. ${mutant.path}:${mutant.line} ${run.stage}: ${run.result} in ${run.seconds} s`)
			await writeMutantList(file, list)
		}
		await writeMutantList(file, list)
	}
	if (!values.list) console.log(summarize(list))
} catch (error) {
	if (!signal.aborted) throw error
	console.error('Stopped. The same command goes on.')
	process.exitCode = 130
}
const isMissed = list.mutants.some(({ quick, whole }) => quick === 'missed' && whole === 'caught')
process.exit(process.exitCode ?? (isMissed && !values.list ? 1 : 0))
