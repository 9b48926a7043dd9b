import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/pg/sql.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/database.ts'
import { createSubmissionStore } from './store-submissions.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const numbered = (n: number) =>
	sql`select pg_current_xact_id()::text as outcome, ${String(n)}::text as id`

it('what comes together shares transactions, and each gets its own answer', async () => {
	const store = createSubmissionStore(app.deps.db)
	const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => store(numbered(n))))
	expect(outcomes.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
	expect(new Set(outcomes.map(({ outcome }) => outcome)).size).toBeLessThan(20)
})

it('one that fails fails alone', async () => {
	const store = createSubmissionStore(app.deps.db)
	const outcomes = await Promise.allSettled(
		Array.from({ length: 40 }, (_, n) =>
			store(n % 13 === 7 ? sql`select (1 / ${0}::int)::text as outcome` : numbered(n)),
		),
	)
	for (const [n, outcome] of outcomes.entries())
		if (n % 13 === 7)
			expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
		else expect(outcome).toMatchObject({ status: 'fulfilled', value: { id: String(n) } })
	expect(await store(numbered(41))).toMatchObject({ id: '41' })
})

it('nothing is tried again when PostgreSQL went away in between', async () => {
	const store = createSubmissionStore(app.deps.db)
	const key = 'a sleep to be ended'
	const outcomes = Promise.allSettled([
		store(numbered(1)),
		store(numbered(2)),
		...Array.from({ length: 5 }, () =>
			store(sql`select ${key} as id, pg_sleep(2.5)::text as outcome`),
		),
	])
	const end = () =>
		asOwner(
			app.database,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and query like '%pg_sleep(2.5)%' and pid <> pg_backend_pid()`,
		)
	await expect.poll(end).toHaveLength(1)
	const last = (await outcomes).slice(2)
	expect(last.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
})
