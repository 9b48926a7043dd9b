import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'
import { applyRetention } from './queries.ts'

let app: TestApp
let owner: Person
let space: { space_id: string; slug: string; wording: string }
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
})
beforeEach(async () => {
	space = await createOwnSpace(owner.client, { name: 'Fernhill' })
})
afterAll(() => app.close())

const send = async () => {
	const { body } = await postSubmission(app, submissionBody(space))
	return body.id ?? ''
}
/** Many testimonials of one state, older than a day. */
const fill = (count: number, columns: string) =>
	app.sql(
		`insert into public.testimonials (space_id, kind, body, author_name, source, submitted_at, spam_state, status)
		select $1, 'text', 'Words ' || n, 'Somebody', 'form', now() - interval '40 days', ${columns} from generate_series(1, $2::int) n`,
		[space.space_id, count],
	)
const call = (name: string, given: object = {}) => owner.client.rpc(name, { space_id: space.space_id, ...given })
const states = () =>
	app.sql<{ status: string; spam_state: string; n: number }>(
		`select status, spam_state, count(*)::int as n from public.testimonials where space_id = $1 group by 1, 2 order by 1, 2`,
		[space.space_id],
	)
const history = () =>
	app.sql<{ kind: string; actor: string | null; detail: Record<string, unknown> }>(
		'select kind, actor, detail from public.space_events where space_id = $1 order by id',
		[space.space_id],
	)

it('one testimonial is deleted for good, once, and is in the history without its words', async () => {
	const id = await send()
	expect((await call('erase_testimonial', { testimonial_id: id }).throwOnError()).data).toBe(true)
	expect((await call('erase_testimonial', { testimonial_id: id }).throwOnError()).data).toBe(false)
	expect(await states()).toEqual([])
	expect(await history()).toEqual([{ kind: 'testimonial_erased', actor: owner.id, detail: {} }])
	expect(await app.sql('select from private.tombstones where space_id = $1', [space.space_id])).toHaveLength(1)
})

it('a submitter who erases their testimonial is in the history of the space', async () => {
	const { body } = await postSubmission(app, submissionBody(space))
	const token = body.receipt_url?.split('/').at(-1) ?? ''
	const receipt = `${app.url}/functions/v1/receipt`
	expect((await app.fetch(receipt, { method: 'DELETE', headers: { 'receipt-token': token } })).status).toBe(204)
	expect(await history()).toEqual([{ kind: 'erased_by_submitter', actor: null, detail: {} }])
})

it('a purge deletes the spam view as it was at the click, in pieces, with one entry in the history', async () => {
	await fill(450, `'spam', 'pending'`)
	await fill(3, `'suspect', 'pending'`)
	await fill(2, `'spam', 'rejected'`)
	await send()
	const until = new Date(Date.now() - 1000).toISOString()
	await app.sql(`update public.testimonials set spam_state = 'spam' where space_id = $1 and submitted_at > $2`, [
		space.space_id,
		until,
	])
	expect((await call('purge_spam', { until }).throwOnError()).data).toBe(453)
	await runDueJobs(app.deps)
	expect(await states()).toEqual([
		{ status: 'pending', spam_state: 'spam', n: 1 },
		{ status: 'rejected', spam_state: 'spam', n: 2 },
	])
	expect(await history()).toMatchObject([{ kind: 'spam_purged', actor: owner.id, detail: { testimonials: 453 } }])
	expect((await call('purge_spam', { until }).throwOnError()).data).toBe(0)
})

it('a purge that a stop of its node interrupts goes on elsewhere, and stays one entry in the history', async () => {
	await fill(900, `'spam', 'pending'`)
	const other = await createTestApp({}, app.database)
	await other.deps.jobs.start()
	const payload = {
		space_id: space.space_id,
		until: new Date().toISOString(),
		actor: owner.id,
		run: '00000000-0000-4000-8000-000000000002',
	}
	await other.deps.db.as({ role: 'service_role' }, (tx) => tx.final(other.deps.jobs.enqueue('purge_spam', payload)))
	await other.close()
	await app.sql(`update plaudit.jobs set run_at = now() where kind = 'purge_spam'`)
	await runDueJobs(app.deps)
	expect(await states()).toEqual([])
	expect(await history()).toMatchObject([{ kind: 'spam_purged', detail: { testimonials: 900 } }])
})

it('what a member approves during a purge stays', async () => {
	await fill(60, `'suspect', 'pending'`)
	const { data } = await owner.client.from('testimonials').select('id').eq('space_id', space.space_id).throwOnError()
	const ids = data.map(({ id }: { id: string }) => id)
	const approve = (id: string) =>
		owner.client.from('testimonials').update({ status: 'approved' }).eq('id', id).select('id').throwOnError()
	const [, ...answers] = await Promise.all([
		call('purge_spam', { until: new Date().toISOString() }).throwOnError(),
		...ids.slice(0, 20).map(approve),
	])
	await runDueJobs(app.deps)
	const approved = answers.reduce((sum, answer) => sum + (answer.data?.length ?? 0), 0)
	expect(await states()).toEqual(approved === 0 ? [] : [{ status: 'approved', spam_state: 'clean', n: approved }])
	expect((await history()).at(-1)?.detail.testimonials).toBe(60 - approved)
})

it('a retention time deletes what nobody approved and nothing else, and says before how much', async () => {
	await fill(250, `'clean', 'pending'`)
	await fill(2, `'spam', 'rejected'`)
	await fill(1, `'clean', 'approved'`)
	await fill(1, `'clean', 'pending'`)
	await app.sql(
		`update public.testimonials set approved_at = now() where body = 'Words 1' and status = 'pending' and space_id = $1
		and id = (select id from public.testimonials where space_id = $1 and status = 'pending' and body = 'Words 1' limit 1)`,
		[space.space_id],
	)
	const recent = await send()
	const edited = await app.sql<{ id: string }>(
		`insert into public.testimonial_versions (space_id, testimonial_id, version, body, author_name)
		select space_id, id, 1, 'Former', 'Somebody' from public.testimonials
		where space_id = $1 and status = 'pending' and body = 'Words 2' returning testimonial_id as id`,
		[space.space_id],
	)
	expect(edited).toHaveLength(1)
	expect((await call('retention_preview', { days: 30 }).throwOnError()).data).toBe(251)
	expect((await call('retention_preview', { days: 60 }).throwOnError()).data).toBe(0)
	await owner.client.from('spaces').update({ retention_days: 30 }).eq('id', space.space_id).throwOnError()
	await app.sql(`update plaudit.jobs set run_at = now() where kind = 'apply_retention'`)
	await runDueJobs(app.deps)
	expect(await states()).toEqual([
		{ status: 'approved', spam_state: 'clean', n: 1 },
		{ status: 'pending', spam_state: 'clean', n: 3 },
	])
	expect(await app.sql('select from public.testimonials where id = $1', [recent])).toHaveLength(1)
	expect(await history()).toMatchObject([
		{ kind: 'retention_changed', actor: owner.id, detail: { days: 30 } },
		{ kind: 'retention_applied', actor: null, detail: { testimonials: 251 } },
	])
})

it('the preview of a retention time counts up to a thousand and says when there are more', async () => {
	await fill(1000, `'clean', 'pending'`)
	expect((await call('retention_preview', { days: 30 }).throwOnError()).data).toBe(1000)
	await fill(500, `'clean', 'rejected'`)
	expect((await call('retention_preview', { days: 30 }).throwOnError()).data).toBe(1001)
})

it('a retention time is 30 to 3650 days, and none deletes nothing', async () => {
	await fill(2, `'clean', 'pending'`)
	for (const days of [0, 29, 3651]) {
		const saved = await owner.client.from('spaces').update({ retention_days: days }).eq('id', space.space_id)
		expect(saved.error?.code).toBe('23514')
		expect((await call('retention_preview', { days })).error?.code).toBe('22023')
	}
	const run = '00000000-0000-4000-8000-000000000001'
	await app.deps.db.as({ role: 'service_role' }, (tx) => tx.final(applyRetention(run, 10)))
	expect(await states()).toMatchObject([{ n: 2 }])
})

it('the private page says when a testimonial that nobody approves is deleted', async () => {
	const { body } = await postSubmission(app, submissionBody(space))
	const token = body.receipt_url?.split('/').at(-1) ?? ''
	const receipt = async () => {
		const answer = await app.fetch(`${app.url}/functions/v1/receipt`, { headers: { 'receipt-token': token } })
		return (await answer.json()) as { kept_until: string | null; submitted_at: string }
	}
	expect((await receipt()).kept_until).toBeNull()
	await owner.client.from('spaces').update({ retention_days: 30 }).eq('id', space.space_id).throwOnError()
	const { kept_until, submitted_at } = await receipt()
	expect(Date.parse(kept_until ?? '') - Date.parse(submitted_at)).toBe(30 * 86_400_000)
	expect(await (await app.fetch(`${app.url}/t/${token}`)).text()).toMatch(/Unless Fernhill approves it, it is deleted/)
	await owner.client.from('testimonials').update({ status: 'approved' }).eq('id', body.id).throwOnError()
	expect((await receipt()).kept_until).toBeNull()
})
