import { execFileSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { drawMutants, type Mutant } from '#test/mutations/draw-mutants.ts'
import {
	decide,
	describeMutant,
	forgetMissed,
	type ListedMutant,
	type MutantList,
	readMutantList,
	summarize,
	writeMutantList,
} from '#test/mutations/mutant-list.ts'
import { keepTmpdirInMemory } from '#test/support/memory-tmpdir.ts'
import { refusedByPostgres, refusedByTypes } from './condition-mutations/check-mutants.ts'
import { ScratchCheckout } from './condition-mutations/scratch-checkout.ts'
import { runAlone } from './condition-mutations/stage-run.ts'
import { groupStages, nearestStages, type Stage, stageNames } from './condition-mutations/stages.ts'
import { testGroup } from './condition-mutations/test-group.ts'

/**
 * Mutation test of all tests: changes one condition of a random line at a time, and learns whether `npm test` catches it, and whether
 * any test does. Each mutant meets its nearest tests alone; those that pass meet all other tests together, and a test that fails is run
 * again with fewer of them. The last commit is tested, in a checkout of its own below `.cache`, which stays for the next run. A run may
 * be stopped: the next one goes on.
 *
 * Run: `node tools/condition-mutations.ts [--count 100] [--seed 1] [--only 1-20] [--until STAGE] [--missed] [--list] [--file FILE]`.
 * `--only` tests some numbers of the list; `--until` ends after a stage such as "quick tests"; `--missed` tests again what `npm test`
 * missed; `--list` prints the mutants and tests none. FILE is by default `.cache/condition-mutations.json`; beside it are the outputs
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
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const file = resolve(values.file)
const logs = file.replace(/\.json$/, '')
const [first = 1, last = Number.POSITIVE_INFINITY] = values.only?.split('-').map(Number) ?? []
const range = { first, last: values.only && !values.only.includes('-') ? first : last }

const until = stageNames.findIndex((name) => name === (values.until ?? stageNames.at(-1)))
if (until < 0) throw new Error(`The stages are: ${stageNames.join(', ')}.`)

/** Mutants that meet one stage together: more hide each other, fewer take longer. */
const mostTogether = 24
/** Mutants that are checked at once beyond those that are missing, as about a quarter are refused. */
const spare = 1.4

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
	else await testAll(mutants)
	if (!values.list) console.log(summarize(list))
} catch (error) {
	if (!signal.aborted) throw error
	console.error('Stopped. The same command goes on.')
	process.exitCode = 130
}
const isMissed = list.mutants.some(({ quick, whole }) => quick === 'missed' && whole === 'caught')
process.exit(process.exitCode ?? (isMissed && !values.list ? 1 : 0))

async function testAll(mutants: ListedMutant[]): Promise<void> {
	for (const mutant of mutants) {
		if (values.missed) forgetMissed(mutant)
		const stages = mutant.quick ? [] : nearestStages(checkout.folder, mutant.path)
		for (const stage of stages) {
			if (!isOpen(mutant, stage)) continue
			const started = performance.now()
			const outcome = await runAlone({ checkout, list, stage, logs, signal }, mutant)
			const seconds = Math.round((performance.now() - started) / 1000)
			mutant.runs.push({ stage: stage.name, isQuick: true, ...outcome, seconds })
			await report(stage, [mutant])
		}
	}
	for (const stage of groupStages) {
		for (let group = nextGroup(mutants, stage); group.length > 0; group = nextGroup(mutants, stage)) {
			await testGroup({ checkout, list, stage, logs, signal }, group)
			await report(stage, group)
		}
	}
}

/** True when a mutant has still to meet a stage. */
function isOpen({ quick, runs }: ListedMutant, { name }: Stage): boolean {
	const isMet = runs.some(({ stage }) => stage === name)
	return quick === undefined && !isMet && stageNames.indexOf(name) <= until
}

/** Mutants of one file are tested in different groups, as their lines may overlap. */
function nextGroup(mutants: readonly ListedMutant[], stage: Stage): ListedMutant[] {
	const open = mutants.filter((mutant) => isOpen(mutant, stage))
	const first = open.filter(({ path }, index) => open.findIndex((one) => one.path === path) === index)
	return first.slice(0, mostTogether)
}

/** Prints the last run of each mutant, and keeps the list. */
async function report({ name }: Stage, mutants: readonly ListedMutant[]): Promise<void> {
	for (const mutant of mutants) {
		decide(
			mutant,
			groupStages.map((stage) => stage.name),
		)
		const { result, test, seconds } = mutant.runs.at(-1) ?? {}
		console.log(`${mutant.number}. ${mutant.path}:${mutant.line} ${name}: ${result} in ${seconds} s ${test ?? ''}`)
	}
	await writeMutantList(file, list)
}

/**
 * Fills a list with mutants until it has `count`, in the order of the draw. Those that the compiler or PostgreSQL refuses are dropped, as
 * are listed ones whose lines have changed; others take their places under new numbers.
 */
async function fillList(
	checkout: ScratchCheckout,
	list: MutantList,
	drawn: readonly Mutant[],
	{ count, log, signal }: { count: number; log: string; signal: AbortSignal },
): Promise<void> {
	for (const mutant of [...list.mutants]) {
		const isThere = await checkout.preview(mutant).then(
			() => true,
			() => false,
		)
		if (isThere) continue
		list.mutants = list.mutants.filter((one) => one !== mutant)
		list.dropped.push({ ...mutant, reason: 'lines changed' })
	}
	const used = new Set([...list.mutants, ...list.dropped].map(keyOf))
	const waiting = drawn.filter((mutant) => !used.has(keyOf(mutant)))
	while (list.mutants.length < count && waiting.length > 0) {
		const batch = waiting.splice(0, Math.ceil((count - list.mutants.length) * spare))
		const isSql = ({ path }: Mutant) => path.endsWith('.sql')
		const invalid = await refusedByPostgres(checkout, batch.filter(isSql))
		const illTyped = await refusedByTypes(
			checkout,
			batch.filter((mutant) => !isSql(mutant)),
			{ log, signal },
		)
		for (const mutant of batch) {
			const reason = invalid.has(mutant) ? 'invalid' : illTyped.has(mutant) ? 'types' : undefined
			if (list.mutants.length >= count) break
			if (reason) list.dropped.push({ ...mutant, reason })
			else list.mutants.push({ number: nextNumber(list), ...mutant, runs: [] })
		}
	}
}

/** A mutant that is dropped keeps its number to itself. */
function nextNumber({ mutants }: MutantList): number {
	return Math.max(0, ...mutants.map(({ number }) => number)) + 1
}

function keyOf({ path, before, after }: Mutant): string {
	return [path, before, after].join('\0')
}
