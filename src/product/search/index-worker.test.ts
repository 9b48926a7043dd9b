import type { SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let space: Awaited<ReturnType<typeof createSpace>>
let client: SupabaseClient
beforeAll(async () => {
	app = await createTestApp()
	// Nothing indexes but what a test asks for.
	await app.stopWorkers()
	space = await createSpace(app.database)
	const member = await app.person()
	client = member.client
	await join(space.space_id, member.id, 'viewer')
})
afterAll(() => app.close())
afterEach(() => index())

const join = (space_id: string, user: string, role: string) =>
	app.sql('insert into public.space_members (space_id, user_id, role) values ($1, $2, $3)', [space_id, user, role])
const send = async (body: string, more: object = {}) => {
	const answer = await postSubmission(app, submissionBody(space, { body, ...more }))
	expect(answer.status).toBe(201)
	return answer.body.id as string
}
const index = async (most = 200) => {
	const [row] = await app.sql<{ taken: number }>('select private.index_queued($1) as taken', [most])
	return row?.taken
}
const search = async (query: string, more: object = {}, as = client) => {
	const { data } = await as.rpc('search_testimonials', { space_id: space.space_id, query, ...more }).throwOnError()
	return (data as { id: string }[]).map(({ id }) => id)
}
const unsearched = async (as = client, space_id = space.space_id) => {
	const { data, error } = await as.rpc('unsearched_testimonials', { space_id })
	return error ? error.code : data
}
const wordsOf = (id: string) =>
	app.sql(
		`select 1 from private.search_words where testimonial_id = $1
		union all select 1 from private.testimonial_hashes where testimonial_id = $1`,
		[id],
	)

it('a submission is found by its words, name and address once it was indexed, and counted until then', async () => {
	const author = { name: 'Runa Halvorsen', email: 'runa@harbour.example' }
	const id = await send('A porcelain lighthouse for my sister.', { author })
	expect([await search('lighthouse'), await unsearched(), await wordsOf(id)]).toEqual([[], 1, []])
	expect(await index()).toBe(1)
	for (const query of ['lighthouse', 'halvorsen', 'runa@harbour.example']) expect(await search(query)).toEqual([id])
	expect([await unsearched(), await index()]).toEqual([0, 0])
})

it('a testimonial that waits for its index is marked as a duplicate of an indexed one, for members alone', async () => {
	const first = await send('They threw forty bowls for our wedding and none of them leaks.')
	await index()
	const second = await send('They threw forty bowls for our wedding, and none of them leaks!')
	const alsoSent = async (as: SupabaseClient) => {
		const { data } = await as.from('testimonials').select('also_sent').eq('id', second).maybeSingle()
		return (data as { also_sent: { id: string } } | null)?.also_sent?.id
	}
	expect(await alsoSent(client)).toBe(first)
	const stranger = await app.person()
	expect(await alsoSent(stranger.client)).toBe(undefined)
})

it('an edit before the index is found as it is, and the job leaves the newer words', async () => {
	const id = await send('A walnut frame for the harbour chart.')
	const update = `update public.testimonials set body = 'An oak frame for the harbour chart.', version = version + 1 where id = $1`
	await app.sql(update, [id])
	expect([await search('oak'), await search('walnut')]).toEqual([[id], []])
	await index()
	expect([await search('oak'), await search('walnut')]).toEqual([[id], []])
})

it('an edit whose transaction ends while the job writes is not overwritten by the words from before it', async () => {
	const id = await send('A birch tray with rope handles.')
	const editor = new pg.Client(app.database.owner)
	await editor.connect()
	await editor.query('begin')
	await editor.query(
		`update public.testimonials set body = 'A larch tray with rope handles.', version = version + 1 where id = $1`,
		[id],
	)
	const indexing = index()
	const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
	await expect.poll(() => app.sql(waiting)).toHaveLength(1)
	await editor.query('commit')
	await editor.end()
	expect(await indexing).toBe(1)
	expect([await search('larch'), await search('birch')]).toEqual([[id], []])
})

it('a testimonial that is erased before the index leaves neither words nor hashes, also while its deletion is open', async () => {
	const [gone, going, stays] = [await send('A slate clock.'), await send('A slate bowl.'), await send('A slate lamp.')]
	await app.sql('delete from public.testimonials where id = $1', [gone])
	const deleting = new pg.Client(app.database.owner)
	await deleting.connect()
	await deleting.query('begin')
	await deleting.query('delete from public.testimonials where id = $1', [going])
	expect(await index()).toBe(2)
	await deleting.query('commit')
	await deleting.end()
	expect([await index(), await unsearched()]).toEqual([1, 0])
	expect(await search('slate')).toEqual([stays])
	expect([await wordsOf(gone), await wordsOf(going)]).toEqual([[], []])
})

it('a testimonial that is archived, marked as spam or withdrawn before the index is found as any other', async () => {
	const changes = [[`status = 'approved'`, `status = 'archived'`], [`spam_state = 'spam'`], ['withdrawn_at = now()']]
	const ids = []
	for (const steps of changes) {
		const id = await send('A brass bell for the shop door.')
		for (const step of steps) await app.sql(`update public.testimonials set ${step} where id = $1`, [id])
		ids.push(id)
	}
	expect(await index()).toBe(3)
	expect((await search('bell')).sort()).toEqual(ids.sort())
})

it('a run that ends before its commit loses nothing, and two at once index each testimonial once', async () => {
	const ids = []
	for (let n = 0; n < 6; n += 1) ids.push(await send(`A copper kettle with the number ${n}.`))
	const cut = new pg.Client(app.database.owner)
	cut.on('error', () => {})
	await cut.connect()
	await cut.query('begin')
	const { rows } = await cut.query('select private.index_queued(2) as taken, pg_backend_pid() as pid')
	expect(rows[0].taken).toBe(2)
	// The others are indexed beside it, and wait for none of its rows.
	expect(await index()).toBe(4)
	await app.sql('select pg_terminate_backend($1)', [rows[0].pid])
	await expect.poll(() => index()).toBe(2)
	expect((await search('kettle', { sort: 'newest' })).sort()).toEqual(ids.sort())
})

it('a testimonial that cannot be indexed delays no other, and is tried again as a job until it can', async () => {
	const ids = []
	for (const n of [1, 2, 3]) ids.push(await send(`A zinc bucket with the number ${n}.`))
	const [first = '', bad = '', last = ''] = ids
	const refuse = `alter table private.search_words add constraint refused check (testimonial_id <> '${bad}')`
	await app.sql(refuse)
	expect([await index(), await unsearched()]).toEqual([3, 0])
	expect((await search('bucket')).sort()).toEqual([first, last].sort())
	const jobs = () =>
		app.sql<{ attempts: number; last_error: string | null }>(
			`select attempts, last_error from plaudit.jobs where kind = 'index_testimonial' and payload ->> 'testimonial_id' = $1`,
			[bad],
		)
	const node = await createTestApp({}, app.database)
	await node.deps.jobs.idle()
	expect(await jobs()).toEqual([{ attempts: 1, last_error: expect.stringContaining('refused') }])
	await app.sql('alter table private.search_words drop constraint refused')
	await app.sql(`update plaudit.jobs set run_at = now() where kind = 'index_testimonial'`)
	await runDueJobs(node.deps)
	expect([await jobs(), (await search('bucket')).sort()]).toEqual([[], ids.sort()])
	await node.close()
})

it('the job of a testimonial that is gone or was edited meanwhile changes nothing', async () => {
	const [gone, edited] = [await send('An onyx lamp.'), await send('An onyx chair.')]
	await app.sql('delete from public.testimonials where id = $1', [gone])
	const update = `update public.testimonials set body = 'A marble chair.', version = version + 1 where id = $1`
	await app.sql(update, [edited])
	await app.sql('select private.index_new($1)', [[gone, edited]])
	expect([await wordsOf(gone), await search('onyx'), await search('marble')]).toEqual([[], [], [edited]])
})

it('the hourly job of a version before indexes what waits, and more of it than one piece', async () => {
	const ids = []
	for (let n = 0; n < 5; n += 1) ids.push(await send(`A tin whistle with the number ${n}.`))
	const piece = () => app.sql<{ found: boolean }>('select private.index_piece(2) as found')
	let pieces = 0
	while ((await piece())[0]?.found) pieces += 1
	expect(pieces).toBeGreaterThanOrEqual(2)
	expect((await search('whistle')).sort()).toEqual(ids.sort())
})

it('only members learn how many testimonials wait, of their own spaces alone', async () => {
	await send('A linen apron.')
	const [stranger, former] = [await app.person(), await app.person()]
	await join(space.space_id, former.id, 'editor')
	expect([await unsearched(former.client), await unsearched(stranger.client)]).toEqual([1, '42501'])
	await app.sql('delete from public.space_members where user_id = $1', [former.id])
	expect(await unsearched(former.client)).toBe('42501')
	expect(await unsearched(app.client())).toBe('42501')
	const other = await createSpace(app.database)
	await join(other.space_id, stranger.id, 'owner')
	expect(await unsearched(stranger.client, other.space_id)).toBe(0)
	expect(await unsearched(client, '00000000-0000-4000-8000-000000000000')).toBe('42501')
	for (const caller of [client, app.client(), app.admin()]) {
		const { error } = await caller
			.schema('private' as never)
			.from('unindexed_testimonials')
			.select()
		expect(error).not.toBe(null)
	}
})

it('a node indexes what it stored within seconds, and at its start what a node that was killed left', async () => {
	const left = await send('A pewter spoon from before.')
	const node = await createTestApp({}, app.database)
	await node.indexing.idle()
	expect(await search('pewter')).toEqual([left])
	const answer = await postSubmission(node, submissionBody(space, { body: 'A pewter fork from now.' }))
	await node.indexing.idle()
	expect((await search('pewter')).sort()).toEqual([left, answer.body.id].sort())
	await node.close()
})
