import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const total = 4000

let app: TestApp
let member: pg.Client
let space: string
beforeAll(async () => {
	app = await createTestApp()
	const owner = await app.person()
	const { data } = await owner.client.rpc('create_space', { name: 'Rare', slug: 'rare-filters' }).throwOnError()
	space = data.space_id
	member = new pg.Client(app.database.owner)
	await member.connect()
	await member.query(
		`insert into public.testimonials (space_id, form_id, kind, body, rating, author_name, source, status, spam_state, is_pinned, withdrawn_at, submitted_at)
		select $1, case when i % 1000 = 6 then $2::uuid end, case when i % 1000 = 1 then 'video' else 'text' end, 'Lovely.', case when i % 1000 = 2 then 1 else 5 end,
			'Ada', 'api', case when i % 1000 = 3 then 'archived' when i % 1000 = 4 or i % 3 = 0 then 'pending' else 'approved' end,
			case when i % 1000 = 4 then 'suspect' else 'clean' end, i % 1000 = 5, case when i % 1000 = 7 then now() end, now() - make_interval(mins => i)
		from generate_series(1, $3::int) i`,
		[space, data.form_id, total],
	)
	await member.query('vacuum analyze public.testimonials')
	await member.query(`select set_config('request.jwt.claims', $1, false)`, [
		JSON.stringify({ sub: owner.id, role: 'authenticated' }),
	])
	await member.query('set role authenticated')
})
afterAll(async () => {
	await member.end()
	await app.close()
})

type Node = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Node[] }

/** Rows that a plan looked at, found or not. */
const rowsOf = (node: Node): number =>
	(node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
	(node.Plans ?? []).reduce((sum, one) => sum + rowsOf(one), 0)

const orders = {
	newest: 'submitted_at desc, id desc',
	oldest: 'submitted_at, id',
	highest: 'rating desc nulls last, submitted_at desc, id desc',
}
const active = 'withdrawn_at is null'

it.each([
	['one star', 'rating in (1)', 4],
	['a kind', `kind in ('video')`, 4],
	['a kind in Pending', `${active} and status = 'pending' and spam_state = 'clean' and kind in ('video', 'audio')`, 1],
	['Starred', 'is_pinned = true', 4],
	['Spam', `${active} and status = 'pending' and spam_state <> 'clean'`, 4],
	['Archived', `(status = 'archived' or withdrawn_at is not null)`, 8],
	['a form', `form_id in (select id from public.forms where slug = 'rare-filters')`, 4],
])('a member’s page below a rare filter does not read the space: %s', async (_, filter, expected) => {
	for (const [order, by] of Object.entries(orders)) {
		const query = `select id, body from public.testimonials where space_id = '${space}' and ${filter} order by ${by} limit 51`
		expect((await member.query(query)).rows).toHaveLength(expected)
		const { rows } = await member.query(`explain (analyze, costs off, timing off, format json) ${query}`)
		const read = rowsOf(rows[0]['QUERY PLAN'][0].Plan)
		expect([order, read < 200 ? 'few' : read]).toEqual([order, 'few'])
	}
})
