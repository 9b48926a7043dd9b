import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publishRecording } from '#test/support/product/add-recording.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let space: string
let shown: { id: string; path: string }
let members: Record<string, SupabaseClient>
let outsiders: Record<string, SupabaseClient>

beforeAll(async () => {
	app = await createTestApp()
	const [owner, viewer, former, stranger, neighbour] = await Promise.all(
		['owner', 'viewer', 'former', 'stranger', 'neighbour'].map((name) => app.person(name)),
	)
	if (!owner || !viewer || !former || !stranger || !neighbour) throw new Error('somebody is missing')
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill', slug: 'fernhill-list' }).throwOnError()
	space = data.space_id
	await neighbour.client.rpc('create_space', { name: 'Other', slug: 'other-list' }).throwOnError()
	await joinSpace(owner.client, space, viewer.client, 'viewer')
	await joinSpace(owner.client, space, former.client, 'owner')
	await owner.client.from('space_members').delete().eq('space_id', space).eq('user_id', former.id).throwOnError()
	shown = await publishRecording(app.admin(), space, { author: { name: 'Amelia' } })
	members = { owner: owner.client, viewer: viewer.client, service: app.admin() }
	outsiders = {
		anonymous: app.client(),
		stranger: stranger.client,
		neighbour: neighbour.client,
		former: former.client,
	}
})
afterAll(() => app.close())

type Ask = (client: SupabaseClient) => PromiseLike<{ data: unknown; count?: number | null }>

/** Ways to ask rest/v1 for the public testimonials of a space without naming a wall or a testimonial. */
const asks: Record<string, Ask> = {
	all: (client) => client.from('public_testimonials').select(),
	'of a space': (client) => client.from('public_testimonials').select('id,item').eq('space_id', space),
	'by its id': (client) => client.from('public_testimonials').select('id').eq('id', shown.id),
	'with a count': (client) => client.from('public_testimonials').select('*', { count: 'exact', head: true }),
	'with the count of the planner': (client) =>
		client.from('public_testimonials').select('*', { count: 'estimated', head: true }),
	'the names': (client) => client.from('public_testimonials').select('author_name').ilike('author_name', 'A%'),
	'as CSV': (client) => client.from('public_testimonials').select('id').eq('space_id', space).csv(),
	'by a condition that fails on its words': (client) =>
		client.from('public_testimonials').select('id').or('rating.gt.0,rating.is.null'),
	'of the table': (client) => client.from('testimonials').select('id').eq('id', shown.id),
	'by its space': (client) => client.from('spaces').select('id,testimonials(id)').eq('id', space),
	'by its wall': (client) => client.from('walls').select('id,wall_items(testimonials(id))').eq('space_id', space),
	'by its media': (client) => client.from('media').select('id,testimonials(id)').eq('space_id', space),
	'by a search': (client) => client.rpc('search_testimonials', { space_id: space, query: 'Amelia' }),
	'by its person': (client) => client.rpc('find_people', { space_id: space, name: 'Amelia' }),
	'by the sizes of an export': (client) => client.rpc('export_sizes', { space_id: space }),
	'by the counts of the space': (client) => client.rpc('testimonial_counts', { space_id: space }),
	'by the counts of its tags': (client) => client.rpc('tag_counts', { space_id: space }),
	'by the counts of a selection': (client) => client.rpc('selection_counts', { space_id: space, selection: {} }),
	'by the numbers of the space': (client) =>
		client.rpc('space_numbers', { space_id: space, from: '2020-01-01', to: '2020-01-02' }),
}

/** True when an answer holds a row, or a count of rows, of anybody. */
function tells({ data, count }: { data: unknown; count?: number | null }): boolean {
	if ((count ?? 0) > 0) return true
	const rows =
		typeof data === 'string' ? data.trim().split('\n').slice(1) : Array.isArray(data) ? data : data ? [data] : []
	return rows.length > 0
}

it.each(Object.entries(asks))(
	'visitors, strangers, other tenants and former members read no testimonials: %s',
	async (_, ask) => {
		for (const [name, client] of Object.entries(outsiders))
			expect([name, tells(await ask(client))]).toEqual([name, false])
	},
)

it('members and the service read the public testimonials of a space, and count them', async () => {
	for (const [name, client] of Object.entries(members)) {
		const { data, count } = await client
			.from('public_testimonials')
			.select('id', { count: 'exact' })
			.eq('space_id', space)
			.throwOnError()
		expect([name, data, count]).toEqual([name, [{ id: shown.id }], 1])
	}
})

it('a file of a public testimonial is read by its path by everybody, and listed by members alone', async () => {
	const files = (client: SupabaseClient) => client.storage.from('recordings')
	const listed = async (client: SupabaseClient) => [
		...((await files(client).list()).data ?? []),
		...((await files(client).list(space)).data ?? []),
		...((await files(client).list(`${space}/${shown.id}`, { search: 'm' })).data ?? []),
		...((await files(client).listV2()).data?.objects ?? []),
		...((await files(client).listV2({ prefix: `${space}/`, with_delimiter: true })).data?.folders ?? []),
		...((await client.storage.from('photos').list()).data ?? []),
		...((await client.storage.from('brand').list()).data ?? []),
		...((await client.storage.from('avatars').list()).data ?? []),
	]
	for (const [name, client] of Object.entries(outsiders)) {
		expect([name, await listed(client)]).toEqual([name, []])
		expect([name, (await files(client).download(shown.path)).error]).toEqual([name, null])
		expect([name, (await files(client).info(shown.path)).error]).toEqual([name, null])
	}
	for (const [name, client] of Object.entries(members))
		expect([name, (await listed(client)).length > 3]).toEqual([name, true])
	expect((await app.fetch(`${app.url}/media/${shown.path}`)).status).toBe(200)
})

it('a public wall and a page are read without a key, by their names alone', async () => {
	for (const path of ['/functions/v1/wall?slug=fernhill-list', '/w/fernhill-list', `/p/${shown.id}`]) {
		const answer = await app.fetch(`${app.url}${path}`)
		expect([path, answer.status]).toEqual([path, 200])
		expect(await answer.text()).toContain('Amelia')
	}
	const { counts } = await (await app.fetch(`${app.url}/functions/v1/wall?slug=fernhill-list`)).json()
	expect(counts).toMatchObject({ published: 1, chosen: 1 })
})
