import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#platform/pg/sql.ts'
import { createSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import type { SubmissionRow } from './queries.ts'
import { createSubmissionStore } from './submission-store.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
	await asOwner(app.database, 'create sequence public.tries; grant usage on sequence public.tries to anon')
})
afterAll(() => app.close())

/** Rows that stand for submissions: each does what its one field says, and answers with its transaction. */
const toQuery = (rows: readonly SubmissionRow[]) => sql`
	select r.place, r.id, case
		when r.divisor is not null then (1 / r.divisor)::text
		when r.seconds is not null then pg_sleep(r.seconds)::text
		when r.gate is not null then pg_advisory_xact_lock_shared(r.gate)::text
		when r.budget is not null then nextval('public.tries')::text || pg_advisory_xact_lock(r.budget)::text
		else pg_current_xact_id()::text end as outcome
	from jsonb_to_recordset(${JSON.stringify(rows.map((row, place) => ({ place, ...row })))}::jsonb)
		r (place int, id text, divisor int, seconds float, gate int, budget int)
	order by r.place`
const openStore = () => createSubmissionStore(app.deps.db, toQuery)
const numbered = (n: number) => ({ id: String(n) })

it('concurrent submissions share transactions, and each gets its own outcome', async () => {
	const store = openStore()
	const outcomes = await Promise.all(Array.from({ length: 100 }, (_, n) => store(numbered(n))))
	expect(outcomes.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, n) => String(n)))
	expect(new Set(outcomes.map(({ outcome }) => outcome)).size).toBeLessThan(20)
})

it('a submission that fails in a batch fails alone', async () => {
	const store = openStore()
	const outcomes = await Promise.allSettled(
		Array.from({ length: 40 }, (_, n) => store(n % 13 === 7 ? { divisor: 0 } : numbered(n))),
	)
	for (const [n, outcome] of outcomes.entries())
		if (n % 13 === 7) expect(outcome).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
		else expect(outcome).toMatchObject({ status: 'fulfilled', value: { id: String(n) } })
	expect(await store(numbered(41))).toMatchObject({ id: '41' })
})

it('a submission that loses a deadlock is tried again, and answered 503 with Retry-After when it keeps losing', async () => {
	const space = await createSpace(app.database)
	await asOwner(
		app.database,
		`create sequence private.sendings; grant usage on sequence private.sendings to product_door;
		create function private.lose_some() returns trigger language plpgsql as $$
		begin
			if nextval('private.sendings') in (1, 3, 4, 5, 6, 7, 8, 9, 10) then raise exception 'deadlock detected' using errcode = '40P01'; end if;
			return new;
		end $$;
		create trigger lose_some before insert on public.testimonials for each row execute function private.lose_some()`,
	)
	expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
	const { status, headers, body } = await postSubmission(app, submissionBody(space))
	expect([status, headers.get('retry-after'), body.error?.code]).toEqual([503, '1', 'unavailable'])
	const page = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', accept: 'text/html,*/*;q=0.8' },
		body: JSON.stringify(submissionBody(space)),
	})
	expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=UTF-8'])
	expect(await page.text()).toContain('what you typed is still there')
	expect((await postSubmission(app, submissionBody(space))).status).toBe(201)
	await asOwner(app.database, 'drop trigger lose_some on public.testimonials')
})

it('a submission that waits for the deletion of its space is told that the form is gone', async () => {
	const space = await createSpace(app.database)
	const deleting = new pg.Client(app.database.owner)
	await deleting.connect()
	await deleting.query('begin')
	await deleting.query('delete from public.spaces where id = $1', [space.space_id])
	const answer = postSubmission(app, submissionBody(space))
	const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
	await expect.poll(() => asOwner(app.database, waiting)).toHaveLength(1)
	await deleting.query('commit')
	await deleting.end()
	const { status, body } = await answer
	expect([status, body.error?.code]).toEqual([404, 'form_not_found'])
})

it('a batch is not tried again when the connection to PostgreSQL was lost', async () => {
	const store = openStore()
	const key = 'a sleep to be ended'
	const outcomes = Promise.allSettled([
		store(numbered(1)),
		store(numbered(2)),
		...Array.from({ length: 5 }, () => store({ id: key, seconds: 2.5 })),
	])
	const end = () =>
		asOwner(
			app.database,
			`select pg_terminate_backend(pid) from pg_stat_activity
			where datname = current_database() and wait_event = 'PgSleep'`,
		)
	await expect.poll(end).toHaveLength(1)
	const last = (await outcomes).slice(2)
	expect(last.map(({ status }) => status)).toEqual(Array(5).fill('rejected'))
})

it('batches lock budgets in one order, so that concurrent ones do not deadlock', async () => {
	const { db } = app.deps
	const store = openStore()
	const hold = async (gate: number) => {
		const [open, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
		const holding = db.as({ role: 'service_role' }, async (tx) => {
			await tx.query(sql`select pg_advisory_xact_lock(${gate})`)
			held.resolve()
			await open.promise
		})
		await held.promise
		return () => {
			open.resolve()
			return holding
		}
	}
	const pass = (gate: number) => ({ gate })
	const spend = (budget: number) => store({ budget }, Buffer.of(budget))
	const waiting = () =>
		asOwner(
			app.database,
			`select from pg_locks where locktype = 'advisory' and not granted
			and database = (select oid from pg_database where datname = current_database())`,
		)
	const [first, second] = [await hold(8), await hold(9)]
	const before = [store(pass(8)), store(pass(8))]
	const together = [
		[1, 2],
		[2, 1],
	].flatMap(([one = 0, other = 0]) => [
		spend(one),
		store(pass(9), Buffer.of(9)),
		spend(other),
		...Array.from({ length: 29 }, (_, n) => store(numbered(n))),
	])
	await first()
	await expect.poll(waiting).toHaveLength(2)
	await second()
	await Promise.all([...before, ...together])
	expect(await asOwner(app.database, 'select last_value::int from public.tries')).toEqual([{ last_value: 4 }])
})
