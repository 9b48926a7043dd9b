import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'
import { type SubmissionRow, submitTestimonials } from './queries.ts'

const together = 16
let database: TestDatabase
let client: pg.Client
let space: SpaceFixture
let definition: string
beforeAll(async () => {
	database = await createTestDatabase()
	space = await createSpace(database)
	client = new pg.Client(database.owner)
	await client.connect()
	const { rows } = await client.query(`select to_json(updated_at) #>> '{}' as at from public.forms where id = $1`, [
		space.form_id,
	])
	definition = rows[0].at
})
afterAll(async () => {
	await client.end()
	await database.drop()
})

const bytes = () => `\\x${randomBytes(32).toString('hex')}`
const row = (): SubmissionRow => ({
	form: space.form_id,
	definition,
	key: randomUUID(),
	fingerprint: bytes(),
	testimonial: randomUUID(),
	token_hash: bytes(),
	kind: 'text',
	body: `${randomUUID()} They reframed my daughter’s potato print as if it were a master.`,
	rating: 5,
	author_name: 'Ines Castellanos',
	locale: 'en',
	scope: 'public',
	wording: space.wording,
	spam_state: 'clean',
	words_mark: String(randomBytes(8).readBigInt64BE()),
})

type Plan = { 'WAL Records': number; 'WAL Bytes': number }

/** Runs a statement with what it adds to the write-ahead log and the calls of each function that is not inlined. */
async function costOf(text: string, values: readonly unknown[]) {
	await client.query(`begin; set local track_functions = 'all'`)
	const { rows } = await client.query(`explain (analyze, wal, format json) ${text}`, [...values])
	const calls = await client.query<{ name: string; calls: number }>(
		`select schemaname || '.' || funcname as name, calls::int from pg_stat_xact_user_functions order by 1`,
	)
	// Otherwise the next transaction counts these calls, too.
	await client.query('select pg_stat_force_next_flush(); commit')
	const plan: Plan = rows[0]['QUERY PLAN'][0].Plan
	return { ...plan, calls: Object.fromEntries(calls.rows.map(({ name, calls }) => [name, calls])) }
}

/** The cheapest of several runs: a checkpoint of the server writes whole pages into the log of the next. */
async function cheapest(run: () => ReturnType<typeof costOf>) {
	const runs = []
	for (let n = 0; n < 6; n += 1) runs.push(await run())
	return runs.reduce((one, other) => (other['WAL Bytes'] < one['WAL Bytes'] ? other : one))
}

it('sixteen submissions call these functions so often and write so much, and a new trigger or index of theirs is noticed', async () => {
	const cost = await cheapest(async () => {
		const { text, values } = submitTestimonials(Array.from({ length: together }, row))
		return costOf(text, values)
	})
	expect(cost.calls).toEqual({
		'private.submit_testimonials': 1,
		'private.share_wording': 1,
		'private.reach_milestone': 1,
		// The wording, twice, and two entries of a history for each.
		'private.hash_text': 2 + 2 * together,
		'realtime.record_change': together,
		'realtime.ring': together,
		'private.count_testimonials': 1,
		// One look at an index, without webhooks.
		'private.note_webhook_events': 1,
		'private.count_consents': together,
	})
	expect(cost['WAL Records'] / together).toBeLessThanOrEqual(31)
	expect(cost['WAL Bytes'] / together).toBeLessThanOrEqual(3450)
})

it('the index of a submission is written once, after its commit, in batches', async () => {
	const { calls } = await costOf('select private.index_queued(200)', [])
	const { rows } = await client.query('select count(*)::int as n from private.search_words')
	const indexed = rows[0].n
	expect(indexed).toBeGreaterThanOrEqual(together)
	expect(calls).toMatchObject({ 'private.index_queued': 1, 'private.written_words': 1, 'private.written_hashes': 1 })
	expect(calls['private.space_words']).toBe(indexed)
})
