import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

it('the erasure of a person takes their address and name out of the saved searches of the space and of its members', async () => {
	const owner = await app.person()
	const { data: space } = await owner.client.rpc('create_space', { name: 'Kiln', slug: 'searches' }).throwOnError()
	const editor = await app.person()
	await joinSpace(owner.client, space.space_id, editor.client, 'editor')
	const of = { space_id: space.space_id }
	const admin = app.admin()
	const { data: sent } = await admin
		.from('testimonials')
		.insert({ ...of, kind: 'text', body: 'Calm.', author_name: 'Inês Castellanos', source: 'api' })
		.select('id')
		.single()
		.throwOnError()
	await admin
		.from('testimonial_contacts')
		.insert({ ...of, testimonial_id: sent.id, email: 'ines@harbour.example' })
		.throwOnError()
	const save = (client: typeof owner.client, name: string, q: string, user_id: string | null) =>
		client
			.from('saved_views')
			.insert({ ...of, name, user_id, filter: { view: 'approved', ratings: ['5'], q } })
			.throwOnError()
	await save(owner.client, 'Address', 'from INES@harbour.example', null)
	await save(owner.client, 'Ines Castellanos', '"ines castellanos" kiln', null)
	await save(editor.client, 'Surname', 'castellanos', editor.id)
	await save(editor.client, 'Begun', 'ines@harb', editor.id)
	await save(owner.client, 'Business', 'businesses', null)
	await save(owner.client, 'Other address', 'ada@harbour.example', owner.id)
	await owner.client.rpc('erase_person', { ...of, address: 'ines@harbour.example' }).throwOnError()
	const left = await app.sql<{ name: string; filter: object }>(
		'select name, filter from public.saved_views where space_id = $1 order by created_at, id',
		[space.space_id],
	)
	const cleaned = { view: 'approved', ratings: ['5'] }
	expect(left).toEqual([
		{ name: 'Address', filter: cleaned },
		{ name: 'Search', filter: cleaned },
		{ name: 'Surname', filter: cleaned },
		{ name: 'Begun', filter: cleaned },
		{ name: 'Business', filter: { ...cleaned, q: 'businesses' } },
		{ name: 'Other address', filter: { ...cleaned, q: 'ada@harbour.example' } },
	])
})
