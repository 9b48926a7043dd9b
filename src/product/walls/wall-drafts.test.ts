import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let me: string
let space: string
let wall: string
beforeAll(async () => {
	app = await createTestApp()
	const person = await app.person()
	client = person.client
	me = person.id
	const { data } = await client.rpc('create_space', { name: 'Fernhill Pottery', slug: 'drafts' }).throwOnError()
	space = data.space_id
	wall = data.wall_id
})
afterAll(() => app.close())

const stored = async () => (await client.from('walls').select('*').eq('id', wall).single().throwOnError()).data
const draft = async () => (await client.from('wall_drafts').select('*').eq('wall_id', wall).maybeSingle()).data
const versions = async () =>
	(await client.from('wall_versions').select('*').eq('wall_id', wall).order('version').throwOnError()).data ?? []
const addTestimonial = async () => {
	const call = { space_id: space, body: 'Our cups arrived whole.', author_name: 'Ines' }
	return (await client.rpc('vouch_testimonial', call).throwOnError()).data as string
}

it('a draft says who changed it last, and a change of an outdated version finds no row', async () => {
	await client
		.from('wall_drafts')
		.insert({ space_id: space, wall_id: wall, mine: { layout: 'list' }, base: { layout: 'masonry' } })
		.throwOnError()
	expect(await draft()).toMatchObject({ version: 1, edited_by: me })
	const change = (version: number, layout: string) =>
		client.from('wall_drafts').update({ mine: { layout } }).eq('wall_id', wall).eq('version', version).select('version')
	expect((await change(1, 'grid').throwOnError()).data).toEqual([{ version: 2 }])
	expect((await change(1, 'badge').throwOnError()).data).toEqual([])
	expect(await draft()).toMatchObject({ version: 2, mine: { layout: 'grid' } })
})

it('a wall has one draft, and only a draft of reasonable size', async () => {
	const row = { space_id: space, wall_id: wall, mine: {}, base: {} }
	expect((await client.from('wall_drafts').insert(row)).error?.code).toBe('23505')
	const large = { fixed: Array.from({ length: 30_000 }, () => crypto.randomUUID()) }
	expect((await client.from('wall_drafts').update({ mine: large }).eq('wall_id', wall)).error?.code).toBe('23514')
	expect((await draft())?.mine).toEqual({ layout: 'grid' })
})

it('publishing writes the wall and its order once, removes the draft, and adds one version to the history', async () => {
	const [first, second] = [await addTestimonial(), await addTestimonial()]
	const before = await versions()
	const { version } = await stored()
	const publish = (seen: { version: number; draft_version: number | null }) =>
		client.rpc('publish_wall', {
			wall_id: wall,
			...seen,
			change: { layout: 'grid', page_title: 'What they say' },
			testimonial_ids: [second, first],
		})
	expect((await publish({ version, draft_version: 1 }).throwOnError()).data).toBe(false)
	expect((await publish({ version: version + 1, draft_version: 2 }).throwOnError()).data).toBe(false)
	expect((await publish({ version, draft_version: null }).throwOnError()).data).toBe(false)
	expect(await draft()).not.toBeNull()
	expect(await versions()).toEqual(before)

	expect((await publish({ version, draft_version: 2 }).throwOnError()).data).toBe(true)
	expect(await draft()).toBeNull()
	expect(await stored()).toMatchObject({ layout: 'grid', page_title: 'What they say', version: version + 1 })
	const added = (await versions()).slice(before.length)
	expect(added).toMatchObject([
		{ version: version + 1, published_by: me, parts: { layout: 'grid', fixed: [second, first] } },
	])
})

it('a value that the wall cannot have is refused, and the draft stays', async () => {
	const mine = { layout: 'spiral' }
	await client.from('wall_drafts').insert({ space_id: space, wall_id: wall, mine, base: {} }).throwOnError()
	const { version } = await stored()
	const call = { wall_id: wall, version, draft_version: 1, change: mine, testimonial_ids: null }
	expect((await client.rpc('publish_wall', call)).error?.code).toBe('23514')
	expect(await draft()).toMatchObject({ mine })
	await client.from('wall_drafts').delete().eq('wall_id', wall).throwOnError()
})

it('a change of the row itself is in the history, and one of its address or switch is not', async () => {
	const before = await versions()
	await client.from('walls').update({ slug: 'drafts-moved' }).eq('id', wall).throwOnError()
	await client.from('walls').update({ is_published: false }).eq('id', wall).throwOnError()
	expect(await versions()).toEqual(before)
	await client.from('walls').update({ layout: 'carousel' }).eq('id', wall).throwOnError()
	expect((await versions()).at(-1)).toMatchObject({ parts: { layout: 'carousel' } })
})

it('the newest fifty versions are kept', async () => {
	for (let change = 0; change < 52; change++)
		await client
			.from('walls')
			.update({ page_intro: `Change ${change}` })
			.eq('id', wall)
			.throwOnError()
	const kept = await versions()
	expect(kept).toHaveLength(50)
	expect(kept.at(-1)).toMatchObject({ parts: { page_intro: 'Change 51' } })
})

it('no client may write the history', async () => {
	expect((await client.from('wall_versions').delete().eq('wall_id', wall)).error?.code).toBe('42501')
	expect((await client.from('wall_versions').update({ parts: {} }).eq('wall_id', wall)).error?.code).toBe('42501')
})
