import { join } from 'node:path'
import pg from 'pg'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import type { Server } from '#test/support/server-process.ts'
import {
	seedConsents,
	seedContacts,
	seedEvents,
	seedTestimonials,
	withoutTriggers,
} from '#tools/large-installation/seed-queries.ts'
import { foldCounts, forgetCounts, operatorQuestions, seedTags, tidy } from './counts-queries.ts'
import { atMost, type Figure, plain } from './figure.ts'

const rowCount = Number(process.env.BENCH_COUNT_ROWS ?? 200_000)
const fewRows = 200
const rounds = 40

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
const anything = { kinds: [], forms: [], tags: [], ids: [], min_date: null, limit: null }

/** What screens count, as they ask for it. */
const questions: Record<string, (space: TestSpace) => PromiseLike<unknown>> = {
	'inbox: views, kinds, pending': ({ client, spaceId }) =>
		client.rpc('testimonial_counts', { space_id: spaceId }).throwOnError(),
	'inbox: tags': ({ client, spaceId }) => client.rpc('tag_counts', { space_id: spaceId }).throwOnError(),
	'inbox: spam before it is deleted': ({ client, spaceId }) =>
		client
			.from('testimonials')
			.select('id', { count: 'exact', head: true })
			.match({ space_id: spaceId, status: 'pending' })
			.neq('spam_state', 'clean')
			.is('withdrawn_at', null)
			.throwOnError(),
	'overview: oldest pending': ({ client, spaceId }) =>
		client
			.from('testimonials')
			.select('submitted_at')
			.match({ space_id: spaceId, status: 'pending', spam_state: 'clean' })
			.is('withdrawn_at', null)
			.order('submitted_at')
			.limit(1)
			.throwOnError(),
	'overview: 56 days': ({ client, spaceId }) =>
		client.rpc('space_numbers', { space_id: spaceId, from: day(55), to: day(0) }).throwOnError(),
	'studio: all': ({ client, spaceId }) =>
		client.rpc('selection_counts', { space_id: spaceId, selection: anything }).throwOnError(),
	'studio: a kind of a form': ({ client, spaceId, formId }) =>
		client
			.rpc('selection_counts', { space_id: spaceId, selection: { ...anything, kinds: ['text'], forms: [formId] } })
			.throwOnError(),
	'studio: since a day': ({ client, spaceId }) =>
		client.rpc('selection_counts', { space_id: spaceId, selection: { ...anything, min_date: day(90) } }).throwOnError(),
	'form: people who agreed': ({ client, spaceId, wording }) =>
		client.rpc('consent_count', { space_id: spaceId, wording }).throwOnError(),
	'export: sizes': ({ client, spaceId }) => client.rpc('export_sizes', { space_id: spaceId }).throwOnError(),
	'settings: preview of the retention': ({ client, spaceId }) =>
		client.rpc('retention_preview', { space_id: spaceId, days: 30 }).throwOnError(),
	'invitations: progress': ({ client, spaceId }) =>
		client.rpc('invitation_progress', { space_id: spaceId }).throwOnError(),
}

/** Measures every count of a screen in a space with 200,000 testimonials beside one with 200, and those of the operator's page. */
export async function measureCounts(server: Server): Promise<Figure[]> {
	const owner = new pg.Client({ host: join(server.dataDir, 'socket'), user: 'postgres', database: 'plaudit' })
	await owner.connect()
	const isFormer = process.env.BENCH_COUNTS === 'former'
	const fill = async (rows: number) => {
		const space = await makeSpace(server.url)
		await owner.query(seedTestimonials, [space.spaceId, space.formId, rows])
		await owner.query(seedConsents, [space.spaceId, space.wording])
		for (const seed of [seedContacts, seedEvents, seedTags]) await owner.query(seed, [space.spaceId])
		await owner.query(foldCounts)
		if (isFormer) await owner.query(forgetCounts, [space.spaceId])
		return space
	}
	try {
		await owner.query(withoutTriggers)
		const small = await fill(fewRows)
		await owner.query(tidy)
		const fewTimes = await timesOf(() => owner.query(operatorQuestions))
		const large = await fill(rowCount)
		await owner.query(tidy)
		const manyTimes = await timesOf(() => owner.query(operatorQuestions))
		const figures = [plain('testimonials', rowCount, 'rows')]
		for (const [name, ask] of Object.entries(questions)) {
			const [few, many]: [number[], number[]] = [[], []]
			for (let round = 0; round < rounds; round += 1) {
				few.push(await timeOf(() => ask(small)))
				many.push(await timeOf(() => ask(large)))
			}
			figures.push(...compare(name, few, many))
		}
		return [...figures, ...compare('operator: totals and spaces', fewTimes, manyTimes)]
	} finally {
		await owner.end()
	}
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

const compare = (name: string, few: number[], many: number[]): Figure[] => [
	plain(`${name}, p95 of ${fewRows}`, p95(few), 'ms'),
	plain(`${name}, p95`, p95(many), 'ms'),
	atMost(`${name}, times those of ${fewRows}`, p95(many) / p95(few), '', 2),
]

const p95 = (times: readonly number[]): number => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
