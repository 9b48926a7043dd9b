import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const few = 600
const many = 6000

/** So many testimonials of a space ($1, $2) with all that names people, written without triggers. */
const seeds = [
	`insert into public.testimonials (space_id, kind, body, author_name, author_company, locale, source, submitted_at)
	select $1, 'text', 'They asked what I wanted. ' || repeat(md5(i::text) || ' ', 4), 'Customer ' || i, 'Shop ' || i % 50, 'en', 'form',
		now() - make_interval(mins => i)
	from generate_series(1, $2::int) i`,
	`insert into public.testimonial_contacts (space_id, testimonial_id, email)
	select space_id, id, lower(replace(author_name, ' ', '.')) || '@example.test' from public.testimonials where space_id = $1 and $2 > 0`,
	`insert into public.testimonial_answers (space_id, testimonial_id, label, value)
	select space_id, id, 'Where?', 'At the harbour, ' || author_company from public.testimonials where space_id = $1 and $2 > 0`,
	`insert into public.testimonial_versions (space_id, testimonial_id, version, body, author_name)
	select space_id, id, 1, body, 'Former ' || author_name from public.testimonials where space_id = $1 and $2 > 0`,
	`insert into public.verifications (space_id, testimonial_id, basis, evidence)
	select t.space_id, t.id, b.basis, case b.basis when 'email' then private.mask_address(c.email) else t.author_name || ', c…@example.test' end
	from public.testimonials t join public.testimonial_contacts c using (space_id), unnest(array['email', 'provider']) b (basis)
	where t.space_id = $1 and c.testimonial_id = t.id and $2 > 0`,
	`with batch as (insert into private.invitation_batches (space_id, subject, message) values ($1, 'How was it?', 'Hello,') returning id)
	insert into public.invitations (space_id, batch_id, email, name, state, created_at)
	select $1, b.id, 'guest.' || i || '@example.test', 'Guest ' || i, 'sent', now() - make_interval(mins => i)
	from batch b, generate_series(1, $2::int) i`,
	`select private.index_words(array(select id from public.testimonials where space_id = $1 and $2 > 0))`,
]
/** The oldest testimonial names a person in each place that is searched. */
const nameInside = `with oldest as (select space_id, id from public.testimonials where space_id = $1 order by submitted_at limit 1),
	words as (update public.testimonials t set body = 'Write to Zora@Harbour.example.', author_name = 'Zora Quill' from oldest o where t.id = o.id),
	answer as (update public.testimonial_answers a set value = 'Yara Quill' from oldest o where a.testimonial_id = o.id),
	version as (update public.testimonial_versions v set author_name = 'Wanda Quill' from oldest o where v.testimonial_id = o.id),
	evidence as (update public.verifications v set evidence = 'Vera Quill' from oldest o where v.testimonial_id = o.id and v.basis = 'provider')
	select id from oldest`

type Space = { id: string; oldest: string }
let app: TestApp
let member: pg.Client
let small: Space
let large: Space
beforeAll(async () => {
	app = await createTestApp()
	const owner = await app.person()
	member = new pg.Client(app.database.owner)
	await member.connect()
	const fill = async (slug: string, rows: number): Promise<Space> => {
		const { data } = await owner.client.rpc('create_space', { name: 'Harbour', slug }).throwOnError()
		await member.query(`set session_replication_role = 'replica'`)
		for (const seed of seeds) await member.query(seed, [data.space_id, rows])
		const { rows: oldest } = await member.query(nameInside, [data.space_id])
		await member.query('select private.index_words(array[$1::uuid])', [oldest[0].id])
		return { id: data.space_id, oldest: oldest[0].id }
	}
	small = await fill('people-few', few)
	large = await fill('people-many', many)
	await member.query(`set session_replication_role = 'origin'`)
	await member.query('vacuum analyze')
	await member.query(`select set_config('request.jwt.claims', $1, false)`, [
		JSON.stringify({ sub: owner.id, role: 'authenticated' }),
	])
	await member.query('set role authenticated')
})
afterAll(async () => {
	await member.end()
	await app.close()
})

const ask = (call: string) => async (space: Space) => {
	const query = `select public.${call.replace('$1', `'${space.id}'`)} as found`
	const { rows } = await member.query(query)
	const { rows: plans } = await member.query(`explain (analyze, buffers, timing off, format json) ${query}`)
	const plan = plans[0]['QUERY PLAN'][0].Plan
	return { found: rows[0].found, blocks: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'] }
}

it.each([
	['a known address', `find_person($1, 'customer.7@example.test')`],
	['an unknown address', `find_person($1, 'nobody@example.test')`],
	['the name of many', `find_people($1, 'customer 7')`],
	['the name of one', `find_people($1, 'Zora Quill')`],
	['a name of nobody', `find_people($1, 'Theodora')`],
	['the name of one invited person', `find_people($1, 'guest 599')`],
])('a search for %s reads no more blocks in a space ten times as large', async (_, call) => {
	const [inSmall, inLarge] = [await ask(call)(small), await ask(call)(large)]
	expect(inLarge.blocks < 2 * inSmall.blocks ? 'no more' : [inSmall.blocks, inLarge.blocks]).toBe('no more')
})

it.each([
	['author', 'zora'],
	['author, by the beginning of a word', 'zora qui'],
	['answers', 'yara quill'],
	['former author', 'wanda'],
	['evidence', 'Vera Quill'],
])('the oldest testimonial is found by a name in its %s', async (_, name) => {
	const { found } = await ask(`find_people($1, '${name}')`)(large)
	expect(found.testimonials.map(({ id }: { id: string }) => id)).toEqual([large.oldest])
})

it('the oldest testimonial is proposed as a mention of an address in its words', async () => {
	const { found } = await ask(`find_person($1, 'zora@harbour.example')`)(large)
	expect(found.mentions.map(({ id }: { id: string }) => id)).toEqual([large.oldest])
})

it('fifty of many are found, the newest first', async () => {
	const { found } = await ask(`find_people($1, 'CUSTOMER 7')`)(large)
	const sevens = Array.from({ length: many }, (_, i) => i + 1).filter((i) => String(i).startsWith('7'))
	expect(found.testimonials.map((one: { author_name: string }) => one.author_name)).toEqual(
		sevens.slice(0, 50).map((i) => `Customer ${i}`),
	)
})

it('a name is found in the middle of a word among the newest, and invited people by any word of theirs', async () => {
	const { found } = await ask(`find_people($1, 'ustomer 77')`)(large)
	expect(found.testimonials).toHaveLength(1)
	const { found: invited } = await ask(`find_people($1, 'guest 5999')`)(large)
	expect(invited.invitations).toMatchObject([{ email: 'guest.5999@example.test' }])
})

it('a testimonial whose words are not written yet is found', async () => {
	await member.query('reset role')
	await member.query('delete from private.search_words where testimonial_id = $1', [large.oldest])
	await member.query('insert into private.unindexed_testimonials (space_id, testimonial_id) values ($1, $2)', [
		large.id,
		large.oldest,
	])
	await member.query('set role authenticated')
	const { found } = await ask(`find_people($1, 'zora')`)(large)
	expect(found.testimonials).toHaveLength(1)
})
