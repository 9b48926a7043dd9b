import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: string
beforeAll(async () => {
	app = await createTestApp()
	const owner = await app.person()
	const { data } = await owner.client.rpc('create_space', { name: 'Shown', slug: 'shown' }).throwOnError()
	space = data.space_id
})
afterAll(() => app.close())

/** Rows of the walls' cache table that differ from a fresh computation, or that should not be in it. */
const staleItems = () =>
	asOwner(
		app.database,
		`select coalesce(s.id, i.testimonial_id) as id, i.item, private.wall_item(s) as fresh
		from private.shown_testimonials s
		full join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
		where i.item is distinct from private.wall_item(s)`,
	)

async function published(kind: 'text' | 'photo', body: string): Promise<string> {
	const service = app.admin()
	const row = { space_id: space, kind, body, author_name: 'Ada', source: 'api', status: 'approved' }
	const { data } = await service.from('testimonials').insert(row).select('id').single().throwOnError()
	const consent = { space_id: space, testimonial_id: data.id, scope: 'public', wording: 'You may.' }
	await service.from('consents').insert(consent).throwOnError()
	return data.id
}

const shown = async (id: string) => {
	const { data } = await app.admin().from('public_testimonials').select('item').eq('id', id).throwOnError()
	return data[0] ? JSON.parse(data[0].item) : null
}

it('the stored items of a wall follow every change of its testimonials', async () => {
	const service = app.admin()
	const id = await published('text', 'The bread is still warm at eight.')
	const of = { space_id: space, testimonial_id: id }
	expect(await shown(id)).toMatchObject({ text: 'The bread is still warm at eight.', reply: null })

	await service
		.from('replies')
		.insert({ ...of, body: 'Thank you, Ada.' })
		.throwOnError()
	expect(await shown(id)).toMatchObject({ reply: { body: 'Thank you, Ada.' } })
	await service.from('replies').update({ body: 'Thanks!' }).eq('testimonial_id', id).throwOnError()
	expect(await shown(id)).toMatchObject({ reply: { body: 'Thanks!' } })
	await service.from('replies').delete().eq('testimonial_id', id).throwOnError()
	expect(await shown(id)).toMatchObject({ reply: null })

	for (const basis of ['invited', 'order'])
		await asOwner(app.database, 'select private.add_verification($1, $2, $3, $4)', [space, id, basis, ''])
	expect(await shown(id)).toMatchObject({ basis: 'order' })

	const excerpt = { excerpt_start: 0, excerpt_end: 9 }
	await service.from('testimonials').update(excerpt).eq('id', id).throwOnError()
	expect(await shown(id)).toMatchObject({ text: 'The bread', is_excerpt: true })
	expect(await staleItems()).toEqual([])
})

it('answers that may be shown stand in the stored item and follow every change; private ones never do', async () => {
	const service = app.admin()
	const id = await published('text', 'A quick answer.')
	const of = { space_id: space, testimonial_id: id }
	expect(await shown(id)).toMatchObject({ answers: [] })
	const answers = [
		{ ...of, label: 'How did you hear of us?', value: 'My <i>sister</i>', is_public: true, position: 2 },
		{ ...of, label: 'Which room?', value: 'The blue one', is_public: true, position: 1 },
		{ ...of, label: 'Your phone', value: '555 0100', is_public: false, position: 0 },
	]
	await service.from('testimonial_answers').insert(answers).throwOnError()
	expect((await shown(id)).answers).toEqual([
		{ label: 'Which room?', value: 'The blue one' },
		{ label: 'How did you hear of us?', value: 'My <i>sister</i>' },
	])
	await service
		.from('testimonial_answers')
		.update({ is_public: false })
		.match({ ...of, position: 2 })
		.throwOnError()
	expect((await shown(id)).answers).toEqual([{ label: 'Which room?', value: 'The blue one' }])
	await service
		.from('testimonial_answers')
		.delete()
		.match({ ...of, position: 1 })
		.throwOnError()
	expect(await shown(id)).toMatchObject({ answers: [] })
	expect(JSON.stringify(await shown(id))).not.toContain('555 0100')
	expect(await staleItems()).toEqual([])
})

it('the migration gives their answers to items that were stored before it', async () => {
	const id = await published('text', 'Stored before.')
	const answer = { space_id: space, testimonial_id: id, label: 'Which room?', value: 'The "blue" one', is_public: true }
	await app.admin().from('testimonial_answers').insert(answer).throwOnError()
	await asOwner(
		app.database,
		`update private.shown_items set item = regexp_replace(item, ',"answers":.*,"pinned"', ',"pinned"')`,
	)
	expect((await staleItems()).length).toBeGreaterThan(0)
	const migration = await readFile(join(schemaFolder, 'migrations/0005_added_testimonials.sql'), 'utf8')
	await asOwner(app.database, migration.slice(migration.indexOf('create function private.add_answers_to_items')))
	expect(await staleItems()).toEqual([])
})

it('the approved text stays on a wall while an edit is pending, and the new one replaces it afterwards', async () => {
	const service = app.admin()
	const id = await published('text', 'Good.')
	const approved = {
		space_id: space,
		testimonial_id: id,
		version: 1,
		body: 'Good.',
		author_name: 'Ada',
	}
	await service.from('testimonial_versions').insert(approved).throwOnError()
	const edit = { body: 'Better.', version: 2, status: 'pending', approved_version: 1 }
	await service.from('testimonials').update(edit).eq('id', id).throwOnError()
	expect(await shown(id)).toMatchObject({ text: 'Good.' })
	await service.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
	expect(await shown(id)).toMatchObject({ text: 'Better.' })
	expect(await staleItems()).toEqual([])
})

it('a picture appears when it is processed, and no data of a hidden testimonial is kept', async () => {
	const service = app.admin()
	const id = await published('photo', 'Look.')
	const of = { space_id: space, testimonial_id: id }
	const picture = { ...of, kind: 'photo', path: 'a b/ü.webp', mime: 'image/webp', bytes: 1 }
	await service
		.from('media')
		.insert({ ...picture, state: 'processing' })
		.throwOnError()
	expect(await shown(id)).toBeNull()
	await service.from('media').update({ state: 'ready' }).eq('testimonial_id', id).throwOnError()
	expect(await shown(id)).toMatchObject({ media: { url: '/media/a%20b/%C3%BC.webp' } })

	const revoked = { revoked_at: new Date().toISOString() }
	await service.from('consents').update(revoked).eq('testimonial_id', id).throwOnError()
	expect(await shown(id)).toBeNull()
	expect(await staleItems()).toEqual([])
})

it('an anonymous consent removes the name from a wall', async () => {
	const service = app.admin()
	const id = await published('text', 'Kind people.')
	const revoked = { revoked_at: new Date().toISOString() }
	await service.from('consents').update(revoked).eq('testimonial_id', id).throwOnError()
	const consent = { space_id: space, testimonial_id: id, scope: 'anonymous', wording: 'No name.' }
	await service.from('consents').insert(consent).throwOnError()
	expect(await shown(id)).toMatchObject({ text: 'Kind people.', author: { name: '', url: null } })
	expect(await staleItems()).toEqual([])
})

it.each([
	['https://www.google.com/maps/reviews/1', 'Google'],
	['https://g.page/r/bakery', 'Google'],
	['https://uk.trustpilot.com/review/x', 'Trustpilot'],
	['https://x.com/ada/status/1', 'X'],
	['https://notx.com/ada', 'notx.com'],
	['http://ada@WWW.Bakery.example:8080/kind', 'bakery.example'],
	['https://bakery.example?q=@x.com', 'bakery.example'],
])('the source name of %s is %s', async (address, name) => {
	const [row] = await asOwner(app.database, `select private.source_name('${address}') as name`)
	expect(row).toEqual({ name })
})
