import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: SupabaseClient
let space: string
beforeAll(async () => {
	app = await createTestApp()
	const person = await app.person()
	owner = person.client
	const { data } = await owner.rpc('create_space', { name: 'Pottery', slug: 'pottery-twice' }).throwOnError()
	space = data.space_id
})
afterAll(() => app.close())

let minute = 0
const add = async (author_name: string, body: string, email?: string, space_id = space) => {
	const submitted_at = new Date(Date.UTC(2026, 4, 3, 0, ++minute)).toISOString()
	const row = { space_id, kind: 'text', author_name, body, source: 'api', submitted_at }
	const { data } = await app.admin().from('testimonials').insert(row).select('id').single().throwOnError()
	if (email)
		await app.admin().from('testimonial_contacts').insert({ space_id, testimonial_id: data.id, email }).throwOnError()
	return data.id as string
}
const alsoSent = async (id: string, client = owner) => {
	const { data } = await client.from('testimonials').select('id, also_sent').eq('id', id).single().throwOnError()
	return (data as { also_sent: { id: string } | null }).also_sent?.id ?? null
}

it('the same words are marked in both testimonials, however they are written, and no longer when one is deleted', async () => {
	const one = await add('Ada', 'The café was calm, and the kiln never failed us once!')
	const two = await add('Bela', 'the cafe was calm -- AND the kiln never failed us once')
	expect(await alsoSent(two)).toBe(one)
	expect(await alsoSent(one)).toBe(two)
	const third = await add('Cyra', 'The café was calm and the kiln never failed us once.')
	expect(await alsoSent(third)).toBe(two)
	await app.admin().from('testimonials').delete().in('id', [one, third]).throwOnError()
	expect(await alsoSent(two)).toBe(null)
})

it('nearly the same words are marked when name or address are the same', async () => {
	const first = await add('Ines Carvalho', 'We fired sixty bowls in a week and lost none of them at all.')
	const named = await add('Inês  carvalho', 'We fired sixty bowls in one week and lost none of them at all.')
	expect(await alsoSent(named)).toBe(first)
	const other = await add('Otto', 'We fired seventy bowls in a week and lost none of them at all.')
	expect(await alsoSent(other)).toBe(null)
	const mailed = await add('Mo', 'My hands finally learned how to listen to the turning clay.', 'mo@harbour.example')
	const again = await add('M. B.', 'My hands finally learned to listen to the turning clay.', 'MO@harbour.example')
	expect(await alsoSent(again)).toBe(mailed)
	const new_words = await add('Ines Carvalho', 'Their glazing course gave me a trade that feeds my family.')
	expect(await alsoSent(new_words)).toBe(null)
})

it('short texts and testimonials of other spaces are no duplicates', async () => {
	await add('Ada', 'Great!')
	expect(await alsoSent(await add('Ada', 'Great!'))).toBe(null)
	expect(await alsoSent(await add('Ada', '🏺'))).toBe(null)
	const { data } = await owner.rpc('create_space', { name: 'Other', slug: 'other-twice' }).throwOnError()
	await add('Zed', 'A sentence that stands in two spaces and belongs to both.', undefined, data.space_id)
	expect(await alsoSent(await add('Zed', 'A sentence that stands in two spaces and belongs to both.'))).toBe(null)
})

it('only members learn of a duplicate, not even with a made-up row', async () => {
	const body = 'Only members of the space may know that this was sent twice.'
	const one = await add('Ada', body)
	const two = await add('Bela', body)
	const viewer = await app.person()
	await joinSpace(owner, space, viewer.client, 'viewer')
	expect(await alsoSent(two, viewer.client)).toBe(one)
	const { data: row } = await owner.from('testimonials').select('*').eq('id', two).single().throwOnError()
	const stranger = await app.person()
	await owner.from('space_members').delete().match({ space_id: space, user_id: viewer.id }).throwOnError()
	for (const { client } of [stranger, viewer]) {
		const { data } = await client.rpc('also_sent', { testimonials: row })
		expect(data ?? null).toBe(null)
	}
	expect((await app.client().rpc('also_sent', { testimonials: row })).error).not.toBeNull()
})
