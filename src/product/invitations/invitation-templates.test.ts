import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let owner: Person
let space_id: string
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	const { data } = await owner.client.rpc('create_space', { name: 'Fernhill Pottery', slug: 'fernhill' }).throwOnError()
	space_id = data.space_id
})
afterAll(() => app.close())

const template = { name: 'After a visit', subject: 'How was it?', message: 'Dear {name}' }
const templates = ({ client }: Pick<Person, 'client'>) => client.from('invitation_templates')
const add = (fields: Record<string, unknown> = {}) => templates(owner).insert({ space_id, ...template, ...fields })

it('a template has a version that each change renews, so that the second of two editors changes nothing', async () => {
	const { data } = await add().select('id, version').single().throwOnError()
	const read = { space_id, id: data.id, version: data.version }
	const change = (subject: string) => templates(owner).update({ subject }).match(read).select('subject')
	expect((await change('First')).data).toEqual([{ subject: 'First' }])
	expect((await change('Second')).data).toEqual([])
	expect((await add()).error?.code).toBe('23505')
})

it.each([
	['a subject of two lines', { subject: 'One\r\nBcc: all@evil.example' }],
	['a control character in the subject', { subject: 'One\u0007' }],
	['no subject', { subject: '' }],
	['a subject of 201 characters', { subject: 'x'.repeat(201) }],
	['no words', { message: '' }],
	['20,000 characters', { message: 'x'.repeat(20_000) }],
	['no name', { name: '' }],
	['a name with spaces around it', { name: ' x ' }],
	['a name of two lines', { name: 'a\nb' }],
	['a name of 61 characters', { name: 'x'.repeat(61) }],
])('a template with %s is refused', async (_, fields) => {
	expect((await add({ name: 'Bad', ...fields })).error?.code).toBe('23514')
})

it('a space has at most a hundred templates', async () => {
	const many = Array.from({ length: 100 }, (_, at) => ({ space_id, ...template, name: `Template ${at}` }))
	expect((await templates(owner).insert(many)).error?.message).toBe('There are a hundred templates. Delete one first.')
})

it('a former member sees and changes no template', async () => {
	const former = await app.person()
	await owner.client.from('space_members').insert({ space_id, user_id: former.id, role: 'editor' }).throwOnError()
	expect((await templates(former).select('name')).data).toHaveLength(1)
	await owner.client.from('space_members').delete().match({ space_id, user_id: former.id }).throwOnError()
	expect((await templates(former).select('name')).data).toEqual([])
	expect((await templates(former).insert({ space_id, ...template, name: 'Theirs' })).error?.code).toBe('42501')
	expect((await templates(former).delete().eq('space_id', space_id).select('id')).data).toEqual([])
})
