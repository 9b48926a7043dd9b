import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let space: string
beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
	const { data } = await client.rpc('create_space', { name: 'Pottery', slug: 'pottery-index' }).throwOnError()
	space = data.space_id
})
afterAll(() => app.close())

const add = async (body: string) => {
	const row = { space_id: space, kind: 'text', author_name: 'Ada', source: 'api', body }
	return (await app.admin().from('testimonials').insert(row).select('id').single().throwOnError()).data.id as string
}
const search = async (query: string, more: object = {}) => {
	const { data } = await client.rpc('search_testimonials', { space_id: space, query, ...more }).throwOnError()
	return (data as { id: string }[]).map(({ id }) => id)
}
const count = async (table: string) => {
	const rows = await app.sql<{ n: number }>(`select count(*)::int as n from private.${table}`)
	return rows[0]?.n
}

/** Brings the search to the state in which the migration 0054 leaves a database with testimonials. */
const makeFormer = () =>
	app.sql(`with written as (select w.* from private.written_words(array(select id from public.testimonials)) w),
			gone as (delete from private.search_words),
			former as (insert into private.testimonial_words (space_id, testimonial_id, language, words)
				select space_id, testimonial_id, language, words from written)
		insert into private.unindexed_spaces (space_id) select id from public.spaces`)
const piece = (most: number) => app.sql('select private.index_piece($1)', [most])
const indexAll = async () => {
	await app.sql(`update plaudit.jobs set run_at = now() where kind = 'index_words'`)
	await runDueJobs(app.deps)
}

it('testimonials from before the table of the search are found before, while and after the job adds them', async () => {
	const ids: string[] = []
	for (let i = 0; i < 7; i += 1) ids.push(await add(`A teapot with the number ${i}.`))
	await makeFormer()
	const newest = [...ids].reverse()
	expect(await search('teapot', { sort: 'newest' })).toEqual(newest)
	await piece(3)
	expect(await count('search_words')).toBe(3)
	expect(await search('teapot', { sort: 'newest' })).toEqual(newest)
	const during = await add('A teapot in between.')
	expect(await search('teapot', { sort: 'newest' })).toEqual([during, ...newest])
	const answer = { space_id: space, testimonial_id: ids[0], label: 'What else?', value: 'A jug.' }
	await app.admin().from('testimonial_answers').insert(answer).throwOnError()
	expect(await search('jug')).toEqual([ids[0]])
	await indexAll()
	expect([await count('unindexed_spaces'), await count('testimonial_words'), await count('search_words')]).toEqual([
		0, 0, 8,
	])
	expect(await search('teapot', { sort: 'newest' })).toEqual([during, ...newest])
	expect(await search('jug')).toEqual([ids[0]])
	const after = await add('A teapot afterwards.')
	expect((await search('teapot'))[0]).toBe(after)
	expect(await count('testimonial_words')).toBe(0)
})

it('a testimonial that was committed behind the pieces is added before its space is done', async () => {
	await makeFormer()
	await app.sql(`update private.unindexed_spaces set indexed_to = 'ffffffff-ffff-ffff-ffff-ffffffffffff'`)
	const before = await count('testimonial_words')
	await indexAll()
	expect([await count('unindexed_spaces'), await count('search_words')]).toEqual([0, before])
})

it('words that a writer left in the former table after its space was done are removed by the next run', async () => {
	await app.sql(`insert into private.testimonial_words (space_id, testimonial_id, language, words)
		select w.space_id, w.testimonial_id, w.language, w.words from private.written_words(array(select id from public.testimonials)) w`)
	await indexAll()
	expect(await count('testimonial_words')).toBe(0)
})

/** Brings the words to the state in which the migration 0067 finds them. */
const makeDotless = (from: string, to: string) =>
	app.sql(`with former as (update private.search_words set words = replace(words::text, '${to}', '${from}')::tsvector)
		insert into private.dotless_spaces (space_id) select id from public.spaces`)

it('dotless letters of words from before they were i are found as typed while the job writes them, and by i afterwards', async () => {
	const ids: string[] = []
	for (let n = 0; n < 5; n += 1) ids.push(await add(`Yıldız numara ${n}.`))
	const newest = [...ids].reverse()
	await makeDotless('yıldız', 'yildiz')
	expect(await search('yildiz')).toEqual([])
	expect(await search('yıldız', { sort: 'newest' })).toEqual(newest)
	await piece(2)
	expect(await search('yıldız', { sort: 'newest' })).toEqual(newest)
	await app.sql(`delete from public.testimonials where id = '${ids[0]}'`)
	await indexAll()
	expect(await count('dotless_spaces')).toBe(0)
	for (const query of ['yildiz', 'yıldız', 'YILDIZ'])
		expect(await search(query, { sort: 'newest' })).toEqual(newest.slice(0, -1))
})

it('what a member writes while the job goes over the words stays as it is', async () => {
	const [id, other] = [await add('Ilık bir ışık.'), await add('Ilık bir ev.')]
	await makeDotless('ilık', 'ilik')
	const answer = { space_id: space, testimonial_id: id, label: 'Nasıl?', value: 'Fırında bir gölge.' }
	await app.admin().from('testimonial_answers').insert(answer).throwOnError()
	await indexAll()
	expect((await search('ilik')).sort()).toEqual([id, other].sort())
	for (const query of ['firinda golge', 'fırında', 'ilık golge']) expect(await search(query)).toEqual([id])
})
