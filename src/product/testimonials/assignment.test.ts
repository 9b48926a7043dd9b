import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['person']>>

async function createWorld(slug: string) {
	const [owner, editor] = [await app.person(), await app.person()]
	const { data: made } = await owner.client.rpc('create_space', { name: 'Fernhill', slug }).throwOnError()
	const space_id: string = made.space_id
	await joinSpace(owner.client, space_id, editor.client, 'editor')
	const vouched = { space_id, body: 'A letter with kind words.', author_name: 'Ines' }
	const { data: id } = await owner.client.rpc('vouch_testimonial', vouched).throwOnError()
	return { owner, editor, space_id, id: String(id) }
}

const assign = ({ client }: Person, id: string, member: string | null) =>
	client.from('testimonials').update({ assigned_to: member }).eq('id', id).select('assigned_to')
const assigned = async ({ client }: Person, id: string) =>
	(await client.from('testimonials').select('assigned_to').eq('id', id).single().throwOnError()).data.assigned_to

it('a testimonial is assigned to members of its space alone', async () => {
	const { owner, editor, id } = await createWorld('assigned')
	const stranger = await app.person()
	expect((await assign(owner, id, editor.id)).data).toEqual([{ assigned_to: editor.id }])
	expect((await assign(editor, id, stranger.id)).error?.code).toBe('23503')
	const other = await createWorld('assigned-other')
	expect((await assign(owner, id, other.owner.id)).error?.code).toBe('23503')
	expect((await assign(stranger, id, stranger.id)).data).toEqual([])
	expect(await assigned(owner, id)).toBe(editor.id)
})

it('a member who leaves looks after nothing any more, and the testimonial keeps its state', async () => {
	const { owner, editor, space_id, id } = await createWorld('left')
	await assign(owner, id, editor.id).throwOnError()
	const found = async () =>
		(
			await owner.client
				.rpc('search_testimonials', { space_id, query: 'kind words', filter: { assigned: editor.id } })
				.throwOnError()
		).data.length
	expect(await found()).toBe(1)
	const membership = { space_id, user_id: editor.id }
	await owner.client.from('space_members').delete().match(membership).throwOnError()
	expect(await assigned(owner, id)).toBe(null)
	expect(await found()).toBe(0)
})
