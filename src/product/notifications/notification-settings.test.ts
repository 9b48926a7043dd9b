import { afterAll, beforeAll, expect, it } from 'vitest'
import { mailsTo } from '#test/support/outbox.ts'
import { joinSpace } from '#test/support/product/join-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

let app: TestApp
let owner: Person
let stranger: Person
let space_id: string

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	stranger = await app.person()
	const { data } = await owner.client.rpc('create_space', { name: 'Skerry', slug: 'skerry-notified' }).throwOnError()
	space_id = data.space_id
})
afterAll(() => app.close())

const settingsOf = async ({ client }: Person) =>
	(await client.from('notification_settings').select('user_id, new_testimonial, edited_or_withdrawn').throwOnError())
		.data

it('a member saves their own settings by an upsert, and leaves out what keeps its default', async () => {
	const save = (row: object) =>
		owner.client.from('notification_settings').upsert({ space_id, user_id: owner.id, ...row })
	expect((await save({ new_testimonial: 'daily' })).error).toBeNull()
	expect(await settingsOf(owner)).toEqual([{ user_id: owner.id, new_testimonial: 'daily', edited_or_withdrawn: true }])
	expect((await save({ edited_or_withdrawn: false })).error).toBeNull()
	expect((await save({ new_testimonial: 'weekly' })).error?.code).toBe('23514')
	expect(await settingsOf(owner)).toEqual([{ user_id: owner.id, new_testimonial: 'daily', edited_or_withdrawn: false }])
})

it('no member chooses for another, and a former member loses their row', async () => {
	const other = { space_id, user_id: stranger.id, new_testimonial: 'off' }
	expect((await owner.client.from('notification_settings').insert(other)).error?.code).toBe('42501')
	expect((await stranger.client.from('notification_settings').insert(other)).error?.code).toBe('42501')
	await joinSpace(owner.client, space_id, stranger.client, 'viewer')
	expect((await owner.client.from('notification_settings').insert(other)).error?.code).toBe('42501')
	expect((await stranger.client.from('notification_settings').insert(other)).error).toBeNull()
	await owner.client.from('space_members').delete().match({ space_id, user_id: stranger.id }).throwOnError()
	expect(
		await asOwner(app.database, 'select from public.notification_settings where user_id = $1', [stranger.id]),
	).toEqual([])
})

it('a row cannot be moved to another member or to a foreign space', async () => {
	const { data } = await stranger.client
		.rpc('create_space', { name: 'Foreign', slug: 'foreign-notified' })
		.throwOnError()
	for (const change of [{ space_id: data.space_id }, { user_id: stranger.id }]) {
		const { error } = await owner.client.from('notification_settings').update(change).eq('space_id', space_id)
		expect(error?.code).toBe('42501')
	}
})

it('a refusal of the mail server cannot be written by its member', async () => {
	const { error } = await owner.client.from('notification_settings').update({ refusal: null }).eq('space_id', space_id)
	expect(error?.code).toBe('42501')
})

it('only a member gets a sample, at most five an hour', async () => {
	const ask = ({ client }: Pick<Person, 'client'>) => client.rpc('send_test_notification', { space_id })
	expect((await ask(stranger)).error?.code).toBe('42501')
	expect((await ask({ client: app.client() })).error?.code).toBe('42501')
	for (let sample = 0; sample < 5; sample++) expect((await ask(owner)).error).toBeNull()
	expect((await ask(owner)).error?.message).toContain('Try again later')
	app.notifications.wake()
	await app.notifications.idle()
	const mails = await mailsTo(app, owner.email)
	expect(mails.map(({ subject }) => subject)).toEqual(Array(5).fill('A sample of an alert for Skerry'))
})
