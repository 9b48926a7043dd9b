import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSpace } from '#test/support/product/join-space.ts'
import { postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

type Person = Awaited<ReturnType<TestApp['person']>>

const address = 'secret@harbour.example'
let app: TestApp
let space_id: string
let testimonial: string
let people: Record<'owner' | 'editor' | 'viewer' | 'exMember' | 'stranger' | 'otherOwner', Person>
beforeAll(async () => {
	app = await createTestApp()
	const [owner, editor, viewer, exMember, stranger, otherOwner] = (await Promise.all(
		Array.from({ length: 6 }, () => app.person()),
	)) as [Person, Person, Person, Person, Person, Person]
	people = { owner, editor, viewer, exMember, stranger, otherOwner }
	const { data: made } = await owner.client.rpc('create_space', { name: 'A', slug: 'person-a' }).throwOnError()
	space_id = made.space_id
	await otherOwner.client.rpc('create_space', { name: 'B', slug: 'person-b' }).throwOnError()
	for (const [role, person] of [
		['editor', editor],
		['viewer', viewer],
		['owner', exMember],
	] as const)
		await joinSpace(owner.client, space_id, person.client, role)
	await owner.client.from('space_members').delete().match({ space_id, user_id: exMember.id }).throwOnError()
	const { data: form } = await owner.client.from('forms').select('consent_text').eq('id', made.form_id).single()
	const wording = form?.consent_text ?? ''
	const author = { name: 'Secret Person', email: address }
	const { body } = await postSubmission(app, submissionBody({ slug: 'person-a', wording }, { author }))
	testimonial = body.id ?? ''
	await asOwner(
		app.database,
		`update public.testimonials set spam_state = 'spam', submitted_at = now() - interval '90 days'`,
	)
})
afterAll(() => app.close())

const outsiders = ['anonymous', 'editor', 'viewer', 'exMember', 'stranger', 'otherOwner'] as const

it.each(outsiders)(
	'%s neither finds, takes nor erases a person of a space, nor changes its retention or reads its history',
	async (who) => {
		const client = who === 'anonymous' ? app.client() : people[who].client
		const calls: [string, object][] = [
			['find_person', { address }],
			['find_person', { testimonial_ids: [testimonial] }],
			['find_people', { name: 'Secret' }],
			['erase_person', { address }],
			['erase_testimonial', { testimonial_id: testimonial }],
			['purge_spam', { until: '2100-01-01T00:00:00Z' }],
			['retention_preview', { days: 30 }],
			['mail_private_pages', { testimonial_ids: [testimonial] }],
		]
		for (const [name, given] of calls) {
			const { error } = await client.rpc(name, { space_id, ...given })
			expect([name, error?.code]).toEqual([name, '42501'])
		}
		await client.from('spaces').update({ retention_days: 30 }).eq('id', space_id)
		const { data: events } = await client.from('space_events').select().eq('space_id', space_id)
		expect(events ?? []).toEqual([])
		const link = await client.functions.invoke('person-link', { body: { space_id, address } })
		expect(link.response?.status).toBe(who === 'anonymous' ? 401 : 404)
		const left = await asOwner(
			app.database,
			`select t.id, s.retention_days from public.testimonials t
		join public.spaces s on s.id = t.space_id where t.space_id = '${space_id}'`,
		)
		expect(left).toEqual([{ id: testimonial, retention_days: null }])
		expect(await asOwner(app.database, `select from plaudit.jobs where kind = 'purge_spam'`)).toEqual([])
	},
)

it('an owner of another space reaches nothing by the ids of a foreign testimonial', async () => {
	const { client } = people.otherOwner
	const { data: spaces } = await client.from('spaces').select('id').throwOnError()
	const own = { space_id: spaces[0]?.id }
	expect((await client.rpc('find_person', { ...own, testimonial_ids: [testimonial] })).data).toMatchObject({
		testimonial_count: 0,
		addresses: [],
	})
	expect((await client.rpc('find_person', { ...own, address })).data).toMatchObject({ testimonial_count: 0 })
	expect((await client.rpc('erase_testimonial', { ...own, testimonial_id: testimonial })).data).toBe(false)
	expect((await client.rpc('erase_person', { ...own, testimonial_ids: [testimonial] })).data).toEqual({
		testimonials: 0,
		invitations: 0,
		import_rows: 0,
		customer_events: 0,
	})
	expect((await client.rpc('mail_private_pages', { ...own, testimonial_ids: [testimonial] })).data).toBe(0)
	expect(await asOwner(app.database, `select from public.testimonials where id = '${testimonial}'`)).toHaveLength(1)
})

it('nobody writes or changes an entry in the history of a space', async () => {
	for (const { client } of [people.owner, people.stranger]) {
		const added = await client.from('space_events').insert({ space_id, kind: 'exported' } as never)
		const changed = await client
			.from('space_events')
			.update({ kind: 'nothing' } as never)
			.eq('space_id', space_id)
		const removed = await client.from('space_events').delete().eq('space_id', space_id)
		for (const { error } of [added, changed, removed]) expect(error?.code).toBe('42501')
	}
})
