import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSpace, submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let service: SupabaseClient
let space: TestSpace
let url: string
beforeAll(async () => {
	app = await createTestApp()
	service = app.admin()
	url = await app.listen()
	space = await makeSpace(url)
})
afterAll(() => app.close())

const ownWording = async (testimonial: string) =>
	(
		await app.sql<{ wording: string | null }>('select wording from private.consents where testimonial_id = $1', [
			testimonial,
		])
	)[0]?.wording
const wordings = async () =>
	(
		await app.sql<{ wording: string }>('select wording from private.consent_wordings where space_id = $1', [
			space.spaceId,
		])
	).map(({ wording }) => wording)
const send = async () => (await submitTestimonial(url, space, { body: `Words ${randomUUID()}` })).id
/** A testimonial of an integration, without a consent. */
const add = async () => {
	const row = { space_id: space.spaceId, kind: 'text', body: 'Words.', author_name: 'Ada', source: 'api' }
	return (await service.from('testimonials').insert(row).select('id').single().throwOnError()).data.id as string
}

test('submissions to a form store its consent text once, and members read it with each of them', async () => {
	const ids = [await send(), await send()]
	expect(await wordings()).toEqual([space.wording])
	expect(await Promise.all(ids.map(ownWording))).toEqual([null, null])
	const { data } = await space.client
		.from('consents')
		.select()
		.in('testimonial_id', ids)
		.eq('wording', space.wording)
		.throwOnError()
	const [hash] = await app.sql<{ hash: string }>(`select private.hash_text($1)::text as hash`, [space.wording])
	for (const row of data)
		expect(row).toEqual({
			id: expect.any(String),
			space_id: space.spaceId,
			testimonial_id: expect.any(String),
			scope: 'public',
			wording: space.wording,
			wording_hash: hash?.hash,
			locale: 'en',
			given_at: expect.any(String),
			revoked_at: null,
		})
	expect(data.map(({ testimonial_id }) => testimonial_id).sort()).toEqual([...ids].sort())
})

test('a text of an integration stays in its consent, and goes with its testimonial', async () => {
	const [alone, same] = [await add(), await add()]
	const texts = { [alone]: 'I, Ada Lovelace, agree.', [same]: space.wording }
	for (const [testimonial_id, wording] of Object.entries(texts)) {
		const { data } = await service
			.from('consents')
			.insert({ testimonial_id, scope: 'public', wording })
			.select('space_id, wording, locale, revoked_at, testimonials(author_name)')
			.single()
			.throwOnError()
		const testimonials = { author_name: 'Ada' }
		expect(data).toEqual({ space_id: space.spaceId, wording, locale: 'en', revoked_at: null, testimonials })
	}
	expect([await ownWording(alone), await ownWording(same)]).toEqual([texts[alone], null])
	await space.client.rpc('erase_testimonial', { space_id: space.spaceId, testimonial_id: alone }).throwOnError()
	const left = await app.sql(`select from private.consents c where c.wording like '%Lovelace%'
		union all select from private.consent_wordings w where w.wording like '%Lovelace%'`)
	expect(left).toEqual([])
})

test('the service key adds and revokes consents, and neither changes nor deletes one', async () => {
	const id = await send()
	const one = () => service.from('consents').update({ scope: 'private' }).eq('testimonial_id', id)
	const revoked_at = new Date().toISOString()
	for (const change of [
		{ wording: 'Other words.' },
		{ wording: 'Other words.', revoked_at },
		{ wording_hash: '\\x00', revoked_at },
		{ scope: 'anonymous', revoked_at },
		{ given_at: '2020-01-01', revoked_at },
		{ revoked_at: null },
	]) {
		const { error } = await service.from('consents').update(change).eq('testimonial_id', id)
		expect([change, error?.code]).toEqual([change, '42501'])
	}
	expect((await one()).error?.code).toBe('42501')
	expect((await service.from('consents').delete().eq('testimonial_id', id)).error?.code).toBe('42501')
	const revoke = () =>
		service.from('consents').update({ revoked_at }).eq('testimonial_id', id).select('wording, revoked_at')
	expect((await revoke()).data).toMatchObject([{ wording: space.wording }])
	expect((await revoke()).error?.code).toBe('42501')
	const again = { testimonial_id: id, scope: 'anonymous', wording: space.wording }
	expect((await service.from('consents').insert(again)).error).toBeNull()
	expect((await service.from('consents').insert(again)).error?.code).toBe('23505')
	const events = await app.sql<{ kind: string }>(
		'select kind from public.testimonial_events where testimonial_id = $1 order by seq',
		[id],
	)
	expect(events.map(({ kind }) => kind)).toEqual(['submitted', 'consented', 'consent_revoked', 'consented'])
})

test('a consent that cannot be stored is refused with the code of its reason', async () => {
	const testimonial_id = await add()
	const consent = { testimonial_id, scope: 'public', wording: 'You may.' }
	for (const [row, code] of [
		[{ ...consent, wording: null }, '23502'],
		[{ testimonial_id, scope: 'public' }, '23502'],
		[{ ...consent, scope: 'everything' }, '23514'],
		[{ ...consent, wording_hash: '\\x00' }, '428C9'],
		[{ ...consent, testimonial_id: randomUUID() }, '23502'],
		[{ ...consent, testimonial_id: randomUUID(), space_id: space.spaceId }, '23503'],
	] as const) {
		const { error } = await service.from('consents').insert(row)
		expect([row, error?.code]).toEqual([row, code])
	}
	expect(await wordings()).not.toContain('You may.')
})

test('testimonials are read with their consents, filtered and ordered by columns of them', async () => {
	const id = await send()
	const read = async (columns: string) =>
		(await space.client.from('testimonials').select(columns).eq('id', id).single().throwOnError()).data
	const consents = [{ scope: 'public', wording: space.wording }]
	expect(await read('consents(scope, wording)')).toEqual({ consents })
	expect(await read('consents!consents_space_id_testimonial_id_fkey(scope, wording)')).toEqual({ consents })
	const filtered = (wording: string) =>
		space.client
			.from('testimonials')
			.select('id, consents!inner(scope)')
			.eq('id', id)
			.eq('consents.wording', wording)
			.order('given_at', { referencedTable: 'consents', ascending: false })
			.throwOnError()
	expect((await filtered(space.wording)).data).toEqual([{ id, consents: [{ scope: 'public' }] }])
	expect((await filtered('Other words.')).data).toEqual([])
	const { data } = await space.client
		.from('consents')
		.select('scope, testimonials!inner(author_name)')
		.eq('testimonials.id', id)
		.throwOnError()
	expect(data).toEqual([{ scope: 'public', testimonials: { author_name: expect.any(String) } }])
})

test('a member of another space, a stranger and a visitor find no consent and no wording', async () => {
	await send()
	const other = await makeSpace(url)
	const stranger = await app.person()
	for (const client of [other.client, stranger.client]) {
		const { data } = await client.from('consents').select('wording').throwOnError()
		expect(data).toEqual([])
	}
	const { data } = await app.client().from('consents').select('wording')
	expect(data ?? []).toEqual([])
})

test('a deleted space leaves no wording', async () => {
	const gone = await makeSpace(url)
	await submitTestimonial(url, gone)
	await gone.client.from('spaces').delete().eq('id', gone.spaceId).throwOnError()
	expect(await app.sql('select from private.consent_wordings where space_id = $1', [gone.spaceId])).toEqual([])
})
