import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql as query } from '#platform/pg/sql.ts'
import { type BulkWorld, createBulkWorld } from '#test/support/product/bulk-world.ts'
import { runImport } from '#test/support/product/send-import.ts'
import { postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { shownCounts, trueCounts } from '#test/support/product/true-counts.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { compareCounts } from './register-count-jobs.ts'

let world: BulkWorld
beforeAll(async () => {
	world = await createBulkWorld()
})
afterAll(() => world.app.close())

const signal = new AbortController().signal
const fold = () => world.sql<{ folded: number }>('select private.fold_counts() as folded')
const check = async (space: string) =>
	(await world.sql<{ wrong: number }>('select private.check_counts($1) as wrong', [space]))[0]?.wrong

async function openSpace() {
	const space_id = await world.makeSpace()
	const [form] = await world.sql<{ id: string; slug: string; wording: string }>(
		'select id, slug, consent_text as wording from public.forms where space_id = $1',
		[space_id],
	)
	if (!form) throw new Error('the space has no form')
	return { space_id, form_id: form.id, slug: form.slug, wording: form.wording }
}
type Space = Awaited<ReturnType<typeof openSpace>>

async function expectTrueCounts({ space_id, wording }: Pick<Space, 'space_id' | 'wording'>, after: string) {
	const read = async (statement: string) => (await world.sql(statement, [space_id, wording]))[0]
	expect([after, await read(shownCounts)]).toEqual([after, await read(trueCounts)])
}

test('counts equal the rows after any order of submissions, decisions, bulk actions, imports, invitations, undos and erasures', async () => {
	const space = await openSpace()
	const { space_id } = space
	const { sql, owner, app } = world
	const [tag] = await sql<{ id: string }>(
		`insert into public.tags (space_id, name) values ($1, 'Kiln'), ($1, 'Wheel') returning id`,
		[space_id],
	)
	let imported: string | undefined
	let bulk: string | undefined
	const some = `(select id from public.testimonials where space_id = $1 order by random() limit 4)`
	const update = (set: string, condition = 'true') =>
		sql(`update public.testimonials set ${set} where id in ${some} and ${condition}`, [space_id])
	const someInvitations = '(select id from public.invitations where space_id = $1 order by random() limit 3)'
	const updateInvitations = (set: string) =>
		sql(`update public.invitations set ${set} where id in ${someInvitations}`, [space_id])
	const steps: Record<string, () => Promise<unknown>> = {
		'a submission': () => postSubmission(app, submissionBody(space)),
		'rows of an integration': () => world.fill(space_id, 6, { rating: 3, kind: 'text' }),
		'rows without triggers': () =>
			sql(
				`with setting as materialized (select set_config('session_replication_role', 'replica', false))
				insert into public.testimonials (space_id, kind, body, author_name, source, submitted_at)
				select $1, 'text', 'Words', 'Ada', 'import', now() - i * interval '1 day' from setting, generate_series(1, 5) i`,
				[space_id],
			),
		'an approval': () => update(`status = 'approved', approved_at = now() - interval '2 days'`, `status = 'pending'`),
		'a rejection': () => update(`status = 'rejected'`, `status = 'pending'`),
		'an archival': () => update(`status = 'archived'`, `status = 'approved'`),
		spam: () => update(`spam_state = 'spam'`),
		'no spam': () => update(`spam_state = 'clean'`),
		'a star': () => update('is_pinned = not is_pinned'),
		'a withdrawal': () => update('withdrawn_at = now()'),
		'an erasure': () => sql(`delete from public.testimonials where id in ${some}`, [space_id]),
		tags: () =>
			sql(
				`insert into public.testimonial_tags (space_id, testimonial_id, tag_id)
				select $1, t.id, $2 from public.testimonials t where t.id in ${some} on conflict do nothing`,
				[space_id, tag?.id],
			),
		'no tags': () => sql(`delete from public.testimonial_tags where testimonial_id in ${some}`, [space_id]),
		'a revoked consent': () =>
			sql(`update public.consents set revoked_at = now() where revoked_at is null and testimonial_id in ${some}`, [
				space_id,
			]),
		'a consent': () =>
			sql(
				`insert into public.consents (space_id, testimonial_id, scope, wording)
				select t.space_id, t.id, 'public', $2 from public.testimonials t
				where t.id in ${some} and t.live_scope is null on conflict do nothing`,
				[space_id, space.wording],
			),
		'a bulk action': async () => {
			bulk = (await world.run({ space_id, filter: { view: 'pending' } as never, action: 'approve' })).id
		},
		'an undone bulk action': async () => {
			if (bulk) await world.undo(bulk)
			bulk = undefined
		},
		'an import': async () => {
			const file = 'Name,Text,Stars\nAda,I like it.,5\nBo,So do I.,4\n'
			imported ??= (await runImport(app, owner, space_id, { file })).id
		},
		'an undone import': async () => {
			if (imported) await owner.client.rpc('undo_import', { import_id: imported }).throwOnError()
			await app.deps.longJobs.idle()
			imported = undefined
		},
		// Without mails, so that the job that sends them changes nothing meanwhile.
		invitations: () =>
			sql(
				`with batch as (
					insert into private.invitation_batches (space_id, subject, message) values ($1, 'How was it?', 'Hello,') returning id)
				insert into public.invitations (space_id, batch_id, email)
				select $1, b.id, gen_random_uuid() || '@example.test' from batch b, generate_series(1, 7)`,
				[space_id],
			),
		'sent invitations': () => updateInvitations(`state = 'sent', sent_at = now()`),
		'an answer to an invitation': () => updateInvitations(`state = 'answered', answered_at = now()`),
		'a name of an invitation': () => updateInvitations(`name = 'Ada'`),
		'an erased invitation': () => sql(`delete from public.invitations where id in ${someInvitations}`, [space_id]),
		'a sweep': fold,
		'a transaction that is rolled back': () =>
			sql(
				`do $$ begin update public.testimonials set is_pinned = not is_pinned; raise exception 'no'; exception when others then end $$`,
			),
	}
	const names = Object.keys(steps)
	let seed = 7
	const next = () => {
		seed = (seed * 48271) % 2147483647
		return seed
	}
	const order = [...names, ...Array.from({ length: 60 }, () => names[next() % names.length] ?? '')]
	for (const [at, name] of order.entries()) {
		await steps[name]?.()
		await expectTrueCounts(space, `step ${at}, ${name}`)
	}
	await sql('delete from public.forms where id = $1', [space.form_id])
	await expectTrueCounts(space, 'the form is deleted')
	expect(await check(space_id)).toBe(0)
	await sql('delete from public.spaces where id = $1', [space_id])
	await fold()
	const left = await sql(
		`select space_id from private.count_changes where space_id = $1 union all select space_id from private.part_changes where space_id = $1
		union all select space_id from private.testimonial_counts where space_id = $1
		union all select space_id from private.daily_counts where space_id = $1
		union all select space_id from private.part_counts where space_id = $1`,
		[space_id],
	)
	expect(left).toEqual([])
})

test('a count that was altered by hand is mended and logged, and right ones are left alone', async () => {
	const space = await openSpace()
	const { sql } = world
	await world.fill(space.space_id, 12)
	await fold()
	await sql('update private.testimonial_counts set number = number + 100 where space_id = $1', [space.space_id])
	await sql('delete from private.daily_counts where space_id = $1', [space.space_id])
	await sql(
		`insert into private.part_counts (space_id, part, key, number) values ($1, 'i', private.invitation_state_key('sent'), 5)`,
		[space.space_id],
	)
	await sql(`update private.count_checks set checked_at = now() - interval '1 day' where space_id = $1`, [
		space.space_id,
	])
	const lines: string[] = []
	const log = pino({}, { write: (line) => void lines.push(line) })
	await compareCounts({ db: world.app.deps.db, log }, signal)
	await expectTrueCounts(space, 'the comparison')
	const written = lines.map((line) => JSON.parse(line)).filter((line) => line.space === space.space_id)
	expect(written).toEqual([expect.objectContaining({ level: 50, wrong: 3 })])
	expect(await check(space.space_id)).toBe(0)
})

test('a space from before the counts is read until the job has counted it, also while its rows change', async () => {
	const space = await openSpace()
	const { sql } = world
	await world.fill(space.space_id, 9)
	await fold()
	await sql('delete from private.testimonial_counts where space_id = $1', [space.space_id])
	await sql('delete from private.daily_counts where space_id = $1', [space.space_id])
	await sql('delete from private.count_checks where space_id = $1', [space.space_id])
	await sql('insert into private.uncounted_spaces (space_id) values ($1)', [space.space_id])
	await world.fill(space.space_id, 2)
	const states = async () => (await sql(shownCounts, [space.space_id, '']))[0]
	const rows = async () => (await sql(trueCounts, [space.space_id, '']))[0]
	expect(await states()).toMatchObject({ states: { 'pending/clean/text/f/f': 11 } })
	await sql(
		'update public.testimonials set is_pinned = true where id = (select id from public.testimonials where space_id = $1 limit 1)',
		[space.space_id],
	)
	const lines: string[] = []
	await compareCounts({ db: world.app.deps.db, log: pino({}, { write: (line) => void lines.push(line) }) }, signal)
	expect(await sql('select from private.uncounted_spaces')).toEqual([])
	expect(lines).toEqual([])
	expect(await states()).toEqual(await rows())
	await fold()
	expect(await states()).toEqual(await rows())
})

test('sweeps and comparisons of two nodes at once, of which one is killed, leave the counts right', async () => {
	const space = await openSpace()
	const { sql } = world
	await world.fill(space.space_id, 40)
	await fold()
	await sql('update private.testimonial_counts set number = 1 where space_id = $1', [space.space_id])
	await world.fill(space.space_id, 10)
	const killed = sql('select private.fold_counts(), private.check_counts($1), pg_terminate_backend(pg_backend_pid())', [
		space.space_id,
	])
	await expect(killed).rejects.toThrow()
	const writes = Array.from({ length: 5 }, () => world.fill(space.space_id, 3))
	const sweeps = Array.from({ length: 4 }, () => [fold(), check(space.space_id)]).flat()
	await Promise.all([...writes, ...sweeps])
	await expectTrueCounts(space, 'all at once')
	expect(await check(space.space_id)).toBe(0)
})

test('members alone are told the counts of a space', async () => {
	const { owner, stranger, app } = world
	const space = await openSpace()
	const viewer = await world.join(space.space_id, 'viewer')
	const former = await world.join(space.space_id, 'editor')
	await world.sql('delete from public.space_members where user_id = $1', [former.id])
	const other = await world.makeSpace(stranger)
	await world.fill(other, 1)
	await world.fill(space.space_id, 3)
	const asks = [
		['testimonial_counts', {}],
		['tag_counts', {}],
		['consent_count', { wording: 'x' }],
		['form_counts', {}],
		['invitation_progress', {}],
		['selection_counts', { selection: {} }],
		['selection_items', { selection: {} }],
	] as const
	for (const [name, more] of asks) {
		const ask = (client: typeof owner.client) =>
			client.rpc(name as never, { space_id: space.space_id, ...more } as never)
		for (const member of [owner, viewer]) expect([name, (await ask(member.client)).error]).toEqual([name, null])
		for (const outsider of [stranger, former]) expect((await ask(outsider.client)).error?.code).toBe('42501')
		const anonymous = await app.fetch(`${app.url}/rest/v1/rpc/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ space_id: space.space_id, ...more }),
		})
		expect(anonymous.status).toBe(401)
	}
	for (const space_id of [null, 'x', '00000000-0000-0000-0000-000000000000'])
		expect((await owner.client.rpc('testimonial_counts', { space_id })).error).not.toBeNull()
})

test.each([
	['no UUID', { forms: ['x'] }],
	['an object for a list', { ids: {} }],
	['no date', { min_date: 'soon' }],
	['a deep list', { tags: [[[[]]]] }],
	['a text', 'x'],
	['a far date', { min_date: '999999-01-01' }],
])('a selection with %s is refused or selects nothing', async (_, selection) => {
	const space = await openSpace()
	const { data, error } = await world.owner.client.rpc('selection_counts', { space_id: space.space_id, selection })
	expect(error?.code ?? data.chosen).toSatisfy((answer) => answer === 0 || /^22/.test(answer))
})

test('a selection of ten thousand ids is counted', async () => {
	const space = await openSpace()
	const [id] = await world.fill(space.space_id, 1)
	const ids = [...Array.from({ length: 10_000 }, () => crypto.randomUUID()), id]
	const { data } = await world.owner.client
		.rpc('selection_counts', { space_id: space.space_id, selection: { ids } })
		.throwOnError()
	expect(data).toMatchObject({ published: 0, chosen: 0 })
})

test('a rule with a tag or a date shows its first testimonials and counts them, and says when it may be more than it read', async () => {
	const { sql, owner } = world
	const { space_id, form_id } = await openSpace()
	const [tag] = await sql<{ id: string }>(`insert into public.tags (space_id, name) values ($1, 'Kiln') returning id`, [
		space_id,
	])
	const seed = (count: number, days: number) =>
		sql(
			`with setting as materialized (select set_config('session_replication_role', 'replica', false)), made as (
				insert into public.testimonials (space_id, kind, body, author_name, source, status, live_scope, media_ready, submitted_at, approved_at)
				select $1, case when i % 2 = 0 then 'text' else 'photo' end, 'Words', 'Ada', 'import', 'approved', 'public', true,
					now() - make_interval(days => $3), now() - make_interval(days => $3)
				from setting, generate_series(1, $2::int) i returning id
			), items as (
				insert into private.shown_items (space_id, testimonial_id, item) select $1, m.id, '{}' from made m)
			insert into public.testimonial_tags (space_id, testimonial_id, tag_id) select $1, m.id, $4 from made m`,
			[space_id, count, days, tag?.id],
		)
	const firstShown = async (selection: Record<string, unknown>, placed: string[]) =>
		(
			await sql<{ id: string }>(
				`select s.id from private.shown_testimonials s where s.space_id = $1 and s.id <> all ($2)
					and (s.kind = any ($3) or $3 = '{}') and (s.form_id = any ($4) or $4 = '{}') and (s.tag_ids && $5 or $5 = '{}')
					and ($6::date is null or s.submitted_at >= $6)
				order by s.is_pinned desc, s.approved_at desc, s.id desc limit 24`,
				[space_id, placed, selection.kinds, selection.forms, selection.tags, selection.min_date],
			)
		).map(({ id }) => id)
	const rule = async (given: object, placed: string[] = []) => {
		const selection = { kinds: [], forms: [], tags: [], ids: [], min_date: null, ...given }
		const { data } = await owner.client.rpc('selection_counts', { space_id, selection, placed }).throwOnError()
		const { data: items } = await owner.client
			.rpc('selection_items', { space_id, selection, without: placed })
			.throwOnError()
		expect(items.map(({ id }: { id: string }) => id)).toEqual(await firstShown(selection, placed))
		return [data.chosen, data.is_least, data.published]
	}
	const recent = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10)
	await seed(40, 100)
	await seed(20, 1)
	const [old] = await sql<{ id: string }>(
		`select id from public.testimonials where space_id = $1 order by submitted_at limit 1`,
		[space_id],
	)
	expect(await rule({ tags: [tag?.id] })).toEqual([60, false, 60])
	expect(await rule({ tags: [crypto.randomUUID()] })).toEqual([0, false, 60])
	expect(await rule({ min_date: recent })).toEqual([20, false, 60])
	expect(await rule({ min_date: recent }, [old?.id ?? ''])).toEqual([21, false, 60])
	expect(await rule({ min_date: recent, tags: [tag?.id], kinds: ['text'] })).toEqual([10, false, 60])
	expect(await rule({ min_date: recent, forms: [form_id] })).toEqual([0, false, 60])
	await seed(1100, 100)
	expect(await rule({ tags: [tag?.id], min_date: recent })).toEqual([20, false, 1160])
	expect(await rule({ min_date: '2020-01-01' })).toEqual([1000, true, 1160])
	const [texts, mayBeMore] = await rule({ tags: [tag?.id], kinds: ['text'] })
	expect(mayBeMore).toBe(true)
	expect(texts).toBeGreaterThan(400)
	expect(texts).toBeLessThan(580)
})

test('the list of forms tells how many came through each and when the last one that is no spam did', async () => {
	const { sql, owner, app } = world
	const space = await openSpace()
	await postSubmission(app, submissionBody(space))
	const read = async () =>
		(await owner.client.rpc('form_counts', { space_id: space.space_id }).throwOnError()).data as {
			form_id: string
			number: number
			last_sent_at: string
		}[]
	const last = async () =>
		(
			await sql<{ at: Date }>(
				`select max(submitted_at) as at from public.testimonials where space_id = $1 and form_id = $2 and spam_state <> 'spam'`,
				[space.space_id, space.form_id],
			)
		)[0]?.at.getTime()
	const expectCounts = async (number: number) => {
		const [row, ...more] = await read()
		expect([row?.form_id, row?.number, more]).toEqual([space.form_id, number, []])
		expect(Math.abs(Date.parse(row?.last_sent_at ?? '') - ((await last()) ?? 0))).toBeLessThan(2)
	}
	await expectCounts(1)
	await sql(
		`insert into public.testimonials (space_id, form_id, kind, body, author_name, source, spam_state, submitted_at)
		select $1, $2, 'text', 'Words', 'Ada', 'form', case when i < 3 then 'spam' else 'clean' end, now() - make_interval(days => i) from generate_series(1, 5) i`,
		[space.space_id, space.form_id],
	)
	await expectCounts(6)
	await fold()
	await expectCounts(6)
	await sql(
		`update public.testimonials set spam_state = 'spam' where space_id = $1 and submitted_at > now() - interval '4 days'`,
		[space.space_id],
	)
	await expectCounts(6)
	await fold()
	await expectCounts(6)
	await sql('insert into private.uncounted_spaces (space_id) values ($1)', [space.space_id])
	await expectCounts(6)
	await sql('delete from public.testimonials where space_id = $1', [space.space_id])
	expect(await read()).toEqual([])
	await sql('delete from private.uncounted_spaces where space_id = $1', [space.space_id])
})

test('mails do not wait while the counts of a large space are compared', async () => {
	const { app, sql } = world
	const { db, jobs, countJobs } = app.deps
	const { space_id } = await openSpace()
	await db.as({ role: 'service_role' }, async (tx) => {
		// The comparison of this space ends with this transaction.
		await tx.query(query`select pg_advisory_xact_lock(hashtextextended('check_counts ' || ${space_id}, 3408117))`)
		await sql(`update plaudit.jobs set run_at = now() where kind = 'check_counts'`)
		await sql(`insert into plaudit.jobs (kind, payload) values ('remove_files', '{"versions": []}')`)
		await runDueJobs({ db, jobs })
		await expect.poll(() => countJobs.running().get('check_counts')).toBe(1)
		expect(await sql(`select from plaudit.jobs where kind = 'remove_files'`)).toEqual([])
		await sql(`insert into plaudit.jobs (kind, payload) values ('remove_files', '{"versions": []}')`)
		await runDueJobs({ db, jobs })
		expect(await sql(`select from plaudit.jobs where kind = 'remove_files'`)).toEqual([])
	})
	await countJobs.idle()
})
