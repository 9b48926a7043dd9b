import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['person']>>
let space: string
let form: string
let wall: string
beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	const { data } = await owner.client.rpc('create_space', { name: 'Publicity', slug: 'publicity' }).throwOnError()
	space = data.space_id
	form = data.form_id
	wall = data.wall_id
})
afterAll(() => app.close())

/** Rows whose denormalized columns differ from their consents and media. */
const contradictions = () =>
	asOwner(
		app.database,
		`select t.id, t.kind, t.live_scope, t.media_ready from public.testimonials t
		where t.live_scope is distinct from (select c.scope from public.consents c where c.testimonial_id = t.id and c.revoked_at is null)
			or t.media_ready <> coalesce((select bool_and(m.state = 'ready') from public.media m where m.testimonial_id = t.id), t.kind = 'text')`,
	)

it('a testimonial’s denormalized columns always match its consents and media', async () => {
	const service = app.admin()
	const add = async (kind: string) => {
		const row = {
			space_id: space,
			kind,
			body: 'Words.',
			author_name: 'Ada',
			source: 'api',
			live_scope: 'public',
			media_ready: true,
		}
		const { data } = await service
			.from('testimonials')
			.insert(row)
			.select('id, live_scope, media_ready')
			.single()
			.throwOnError()
		return data
	}
	const text = await add('text')
	expect(text).toMatchObject({ live_scope: null, media_ready: true })
	const photo = await add('photo')
	expect(photo).toMatchObject({ live_scope: null, media_ready: false })

	for (const { id } of [text, photo])
		await service
			.from('consents')
			.insert({ space_id: space, testimonial_id: id, scope: 'public', wording: 'You may.' })
			.throwOnError()
	const picture = {
		space_id: space,
		testimonial_id: photo.id,
		kind: 'photo',
		path: 'a/b.jpg',
		mime: 'image/jpeg',
		bytes: 1,
	}
	await service
		.from('media')
		.insert({ ...picture, state: 'processing' })
		.throwOnError()
	expect(await contradictions()).toEqual([])
	await service.from('media').update({ state: 'ready' }).eq('testimonial_id', photo.id).throwOnError()
	expect(await contradictions()).toEqual([])
	await service
		.from('consents')
		.update({ revoked_at: new Date().toISOString() })
		.eq('testimonial_id', text.id)
		.throwOnError()
	expect(await contradictions()).toEqual([])
	await service.from('media').delete().eq('testimonial_id', photo.id).throwOnError()
	expect(await contradictions()).toEqual([])
})

it('no caller writes the live scope directly, not even with the service key', async () => {
	const { error } = await app.admin().from('testimonials').update({ live_scope: 'public' }).eq('space_id', space)
	expect(error?.code).toBe('42501')
})

type Parts = Record<string, Record<string, unknown>>

it('rows below a form, a wall or a testimonial get its space, and only members add them', async () => {
	const row = { space_id: space, kind: 'text', body: 'Words.', author_name: 'Ada', source: 'api' }
	const service = app.admin()
	const { data: sent } = await service.from('testimonials').insert(row).select('id').single()
	const { data: tag } = await owner.client.from('tags').insert({ space_id: space, name: 'Kind' }).select('id').single()
	const testimonial_id = sent?.id
	const ofMembers: Parts = {
		form_questions: { form_id: form, position: 0, kind: 'short', label: 'Why?' },
		wall_items: { wall_id: wall, testimonial_id, position: 0 },
		testimonial_tags: { testimonial_id, tag_id: tag?.id },
		replies: { testimonial_id, body: 'Thank you.' },
	}
	const ofService: Parts = {
		consents: { testimonial_id, scope: 'public', wording: 'You may.' },
		testimonial_contacts: { testimonial_id, email: 'ada@example.org' },
		testimonial_answers: { testimonial_id, label: 'Why?', value: 'Because.' },
		media: { testimonial_id, kind: 'photo', path: 'c/d.jpg', mime: 'image/jpeg', bytes: 1 },
	}
	const stranger = await app.person()
	for (const [table, part] of Object.entries(ofMembers)) {
		const refused = await stranger.client.from(table).insert(part)
		expect([table, refused.status, refused.error?.code]).toEqual([table, 403, '42501'])
		const { data, error } = await owner.client.from(table).insert(part).select('space_id')
		expect([table, error, data]).toEqual([table, null, [{ space_id: space }]])
	}
	for (const [table, part] of Object.entries(ofService)) {
		const { data, error } = await service.from(table).insert(part).select('space_id')
		expect([table, error, data]).toEqual([table, null, [{ space_id: space }]])
	}
})

it('an excerpt needs both ends, and a form accepts at least one kind of testimonial', async () => {
	const half = { excerpt_start: 2, excerpt_end: null }
	const cut = await owner.client.from('testimonials').update(half).eq('space_id', space)
	expect(cut.error?.code).toBe('23514')
	const nothing = await owner.client.from('forms').update({ accepts: [] }).eq('id', form)
	expect(nothing.error?.code).toBe('23514')
})
