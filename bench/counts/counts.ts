import type pg from 'pg'
import { atMost, type Figure, plain, quantile } from '#bench/figure.ts'
import { connectOwner } from '#bench/owner.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import { type MeasuredSpace, questions } from './counts-questions.ts'
import {
	foldCounts,
	forgetCounts,
	operatorQuestions,
	seedConsents,
	seedContacts,
	seedEvents,
	seedInvitations,
	seedItems,
	seedTags,
	seedTestimonials,
	seedWords,
	tidy,
	withoutTriggers,
} from './queries.ts'

const rowCount = Number(process.env.BENCH_COUNT_ROWS ?? 200_000)
const fewRows = 200
const rounds = 40
/** Milliseconds after which a question that takes long is not asked again. */
const timeOfQuestion = 4000

type Times = { few: number[]; many: number[] }

/** Measures what screens ask of a space with 200,000 testimonials beside one with 200, and the numbers of the operator's page. */
export async function measureCounts(server: Server): Promise<Figure[]> {
	const owner = await connectOwner(server)
	try {
		await owner.query(withoutTriggers)
		const small = await fill(owner, server.url, fewRows)
		const few = await timesOf(() => owner.query(operatorQuestions))
		const large = await fill(owner, server.url, rowCount)
		const many = await timesOf(() => owner.query(operatorQuestions))
		const measured: [string, Times][] = []
		for (const [name, ask] of Object.entries(questions))
			measured.push([
				name,
				await timesOfBoth(
					() => ask(small),
					() => ask(large),
				),
			])
		measured.push(['operator: totals and spaces', { few, many }])
		printTable(measured)
		return [plain('testimonials', rowCount, 'rows'), ...measured.flatMap(([name, times]) => compare(name, times))]
	} finally {
		await owner.end()
	}
}

async function fill(owner: pg.Client, url: string, rows: number): Promise<MeasuredSpace> {
	const space = await makeSpace(url)
	const { spaceId, formId, wording } = space
	await owner.query(seedTestimonials, [spaceId, formId, rows])
	await owner.query(seedConsents, [spaceId, wording])
	for (const seed of [seedItems, seedWords, seedContacts, seedEvents]) await owner.query(seed, [spaceId])
	await owner.query(seedInvitations, [spaceId, formId, rows])
	const { rows: found } = await owner.query<Pick<MeasuredSpace, 'tagId' | 'testimonialId'>>(seedTags, [spaceId])
	if (!found[0]) throw new Error('the space has no tag')
	await owner.query(foldCounts)
	if (process.env.BENCH_COUNTS === 'former') await owner.query(forgetCounts, [spaceId])
	await owner.query(tidy)
	return { ...space, ...found[0] }
}

/** Asks both in turn, so that a busy machine slows both. */
async function timesOfBoth(askSmall: () => PromiseLike<unknown>, askLarge: () => PromiseLike<unknown>): Promise<Times> {
	const times: Times = { few: [], many: [] }
	const end = performance.now() + timeOfQuestion
	// The first answer of each reads the pages and plans the statement.
	await askSmall()
	await askLarge()
	for (let round = 0; round < rounds && (round < 5 || performance.now() < end); round += 1) {
		times.few.push(await timeOf(askSmall))
		times.many.push(await timeOf(askLarge))
	}
	return times
}

async function timesOf(ask: () => PromiseLike<unknown>): Promise<number[]> {
	const times: number[] = []
	for (let round = 0; round < rounds; round += 1) times.push(await timeOf(ask))
	return times
}

async function timeOf(ask: () => PromiseLike<unknown>): Promise<number> {
	const sent = performance.now()
	await ask()
	return performance.now() - sent
}

function printTable(measured: [string, Times][]): void {
	console.log(`\n  ${'p95 in ms'.padEnd(64)} ${String(fewRows).padStart(8)} ${String(rowCount).padStart(8)}   times`)
	for (const [name, { few, many }] of measured) {
		const numbers = [p95(few), p95(many)].map((time) => time.toFixed(1).padStart(8)).join(' ')
		console.log(`  ${name.padEnd(64)} ${numbers} ${(p95(many) / p95(few)).toFixed(1).padStart(7)}`)
	}
}

const compare = (name: string, { few, many }: Times): Figure[] => [
	plain(`${name}, p95 of ${fewRows}`, p95(few), 'ms'),
	plain(`${name}, p95`, p95(many), 'ms'),
	atMost(`${name}, times those of ${fewRows}`, p95(many) / p95(few), '', 2),
]

const p95 = (times: readonly number[]): number => quantile(times, 0.95)
