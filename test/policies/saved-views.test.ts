import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let space: string
const callers: Record<string, SupabaseClient> = {}
let viewer: string
beforeAll(async () => {
	app = await createTestApp()
	const [owner, member, former, stranger] = [
		await app.person(),
		await app.person(),
		await app.person(),
		await app.person(),
	]
	Object.assign(callers, {
		owner: owner.client,
		viewer: member.client,
		exMember: former.client,
		stranger: stranger.client,
	})
	callers.anonymous = app.client()
	const { data } = await owner.client.rpc('create_space', { name: 'Pottery', slug: 'saved-views' }).throwOnError()
	space = data.space_id
	viewer = member.id
	const members = app.admin().from('space_members')
	for (const user_id of [viewer, former.id])
		await members.insert({ space_id: space, user_id, role: 'viewer' }).throwOnError()
	const own = { space_id: space, user_id: former.id, name: 'Of one who left', filter: { view: 'all' } }
	await former.client.from('saved_views').insert(own).throwOnError()
	await members.delete().eq('user_id', former.id).throwOnError()
})
afterAll(() => app.close())

const names = async (caller: string) => {
	const { data } = await (callers[caller] as SupabaseClient).from('saved_views').select('name').eq('space_id', space)
	return (data ?? []).map(({ name }) => name)
}

it('views of a member are read, changed and deleted by this member alone, and leave with them', async () => {
	const viewers = callers.viewer as SupabaseClient
	const own = { space_id: space, user_id: viewer, name: 'Mine', filter: { view: 'pending', q: 'kiln' } }
	await viewers.from('saved_views').insert(own).throwOnError()
	expect(await names('viewer')).toEqual(['Mine'])
	for (const caller of ['owner', 'exMember', 'stranger', 'anonymous']) {
		const client = callers[caller] as SupabaseClient
		expect([caller, await names(caller)]).toEqual([caller, []])
		expect((await client.from('saved_views').insert({ ...own, name: 'Theirs' })).error?.code).toBe('42501')
		await client.from('saved_views').update({ name: 'Changed' }).eq('user_id', viewer)
		await client.from('saved_views').delete().eq('user_id', viewer)
	}
	expect(await names('viewer')).toEqual(['Mine'])
	await viewers.from('saved_views').update({ name: 'Renamed' }).eq('user_id', viewer).throwOnError()
	expect(await names('viewer')).toEqual(['Renamed'])
	await viewers.from('saved_views').delete().eq('user_id', viewer).throwOnError()
	expect(await names('viewer')).toEqual([])
	const { count } = await app.admin().from('saved_views').select('*', { count: 'exact', head: true }).throwOnError()
	expect(count).toBe(0)
})

it('a filter has the fields of the inbox and at most four kilobytes, and a name is one line', async () => {
	const owner = callers.owner as SupabaseClient
	const add = async (fields: Record<string, unknown>) =>
		(await owner.from('saved_views').insert({ space_id: space, name: 'View', filter: { view: 'all' }, ...fields }))
			.error?.code
	for (const filter of [[], 'all', {}, { view: 1 }, { view: 'all', script: 'x' }, { view: 'all', q: 'x'.repeat(4100) }])
		expect([filter, await add({ filter })]).toEqual([filter, '23514'])
	for (const name of ['', ' ', 'Two\nlines', 'x'.repeat(61)])
		expect([name, await add({ name })]).toEqual([name, '23514'])
	const named = { view: 'all', basis: ['order'], consent: ['public'], replied: true, company: 'Acme' }
	expect(await add({ name: 'Of Acme', filter: named })).toBeUndefined()
	expect(await add({})).toBeUndefined()
	const many = Array.from({ length: 100 }, (_, at) => ({
		space_id: space,
		name: `View ${at}`,
		filter: { view: 'all' },
	}))
	expect((await owner.from('saved_views').insert(many)).error?.code).toBe('23514')
})
