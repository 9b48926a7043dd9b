import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember, createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: string

beforeAll(async () => {
	app = await createTestApp({ MAX_PHOTO_MB: '1' })
	owner = await app.person()
	space = (await createOwnSpace(owner.client)).space_id
})
afterAll(() => app.close())

type Answer = { status: number; body: { id?: string; error?: { code: string; fields?: Record<string, string> } } }

async function add(token: string | null, fields: Record<string, string | Blob> = {}): Promise<Answer> {
	const form = new FormData()
	const usual = { space_id: space, id: randomUUID(), body: 'Six that know each other.', name: 'Konstantína' }
	for (const [name, value] of Object.entries({ ...usual, ...fields }))
		if (typeof value === 'string') form.set(name, value)
		else form.set(name, value, 'IMG.jpg')
	const response = await app.fetch(`${app.url}/functions/v1/testimonial`, {
		method: 'POST',
		headers: token === null ? {} : { authorization: `Bearer ${token}` },
		body: form,
	})
	return { status: response.status, body: (await response.json()) as Answer['body'] }
}
const rows = <Row extends object>(id: string | undefined, columns: string, table = 'testimonials', key = 'id') =>
	app.sql<Row>(`select ${columns} from public.${table} where ${key} = $1`, [id])
const count = async () => (await app.sql('select 1 from public.testimonials')).length
const storedFiles = async () => {
	const folder = join(app.deps.config.DATA_DIR, 'storage')
	const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
	return found.filter((entry) => entry.isFile()).length
}
const colour = { r: 180, g: 90, b: 40 }
const picture = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: colour } })
		.withExif({ IFD0: { Copyright: 'secret place' } })
		.jpeg()
		.toBuffer()
const blob = (bytes: Uint8Array, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

test('an editor adds a testimonial with every field, and it is marked as vouched', async () => {
	const tag = await owner.client
		.from('tags')
		.insert({ space_id: space, name: 'Gift' })
		.select('id')
		.single()
		.throwOnError()
	const { status, body } = await add(owner.token, {
		rating: '4',
		title: 'Baker',
		company: 'Night Oven',
		url: 'https://night-oven.example',
		origin: 'A card',
		source_url: 'https://social.example/p/1',
		said_on: '2024-02-29',
		locale: 'el',
		may_publish: 'yes',
		tags: tag.data.id,
	})
	expect(status).toBe(201)
	expect(await rows(body.id, '*')).toMatchObject([
		{
			space_id: space,
			kind: 'text',
			body: 'Six that know each other.',
			rating: 4,
			author_name: 'Konstantína',
			author_title: 'Baker',
			author_company: 'Night Oven',
			author_url: 'https://night-oven.example',
			locale: 'el',
			source: 'manual',
			source_url: 'https://social.example/p/1',
			status: 'pending',
			live_scope: 'public',
			submitted_at: new Date('2024-02-29T12:00:00Z'),
		},
	])
	const parts = { table: 'testimonial_id', id: body.id }
	expect(await rows(parts.id, 'basis, evidence', 'verifications', parts.table)).toEqual([
		{ basis: 'vouched', evidence: 'A card' },
	])
	expect(await rows(parts.id, 'scope, wording', 'consents', parts.table)).toEqual([
		{
			scope: 'public',
			wording: 'A member of the space states: they agreed that I may publish these words with their name.',
		},
	])
	expect(await rows(parts.id, 'tag_id', 'testimonial_tags', parts.table)).toEqual([{ tag_id: tag.data.id }])
	expect(await rows(parts.id, 'kind, actor', 'testimonial_events', parts.table)).toEqual([
		{ kind: 'added', actor: owner.id },
		{ kind: 'consented', actor: owner.id },
	])
})

test('without stars, permission and date nothing is invented', async () => {
	const { body } = await add(owner.token)
	const [row] = await rows<{ rating: null; live_scope: string; submitted_at: Date; locale: string }>(body.id, '*')
	expect(row).toMatchObject({ rating: null, live_scope: 'private', locale: 'en', source_url: null })
	expect(Date.now() - (row?.submitted_at.getTime() ?? 0)).toBeLessThan(60_000)
})

test('pictures are re-encoded without metadata and served only while the testimonial is public', async () => {
	const { status, body } = await add(owner.token, {
		photo: blob(await picture(3000, 1000)),
		avatar: blob(await picture(900, 900)),
		may_publish: 'yes',
	})
	expect(status).toBe(201)
	const [row] = await rows<{ kind: string; author_avatar_path: string }>(
		body.id,
		'kind, author_avatar_path, media_ready',
	)
	expect(row).toMatchObject({ kind: 'photo', media_ready: true })
	const [media] = await rows<{ path: string }>(body.id, 'path, width, height, state', 'media', 'testimonial_id')
	expect(media).toMatchObject({ width: 2048, height: 683, state: 'ready' })
	const paths = [media?.path, row?.author_avatar_path]
	for (const path of paths) expect((await app.fetch(`${app.url}/media/${path}`)).status).toBe(404)
	await owner.client.from('testimonials').update({ status: 'approved' }).eq('id', body.id).throwOnError()
	for (const path of paths) {
		const shown = await app.fetch(`${app.url}/media/${path}`)
		expect(shown.status).toBe(200)
		expect(Buffer.from(await shown.arrayBuffer()).includes('secret place')).toBe(false)
	}
	const [consent] = await rows<{ wording: string }>(body.id, 'wording', 'consents', 'testimonial_id')
	expect(consent?.wording).toContain('these words and pictures')
})

test('a file that is no picture is refused with its field, and nothing is stored', async () => {
	const [before, files] = [await count(), await storedFiles()]
	const html = blob(Buffer.from('<script>alert(1)</script>'), 'image/png')
	const { status, body } = await add(owner.token, { avatar: blob(await picture(20, 20)), photo: html })
	expect([status, Object.keys(body.error?.fields ?? {})]).toEqual([422, ['photo']])
	expect((await add(owner.token, { photo: blob(Buffer.alloc(1_100_000)) })).status).toBe(413)
	expect([await count(), await storedFiles()]).toEqual([before, files])
})

test('the same id again adds nothing and stores no second file', async () => {
	const id = randomUUID()
	const photo = blob(await picture(30, 30))
	expect((await add(owner.token, { id, photo })).status).toBe(201)
	const [before, files] = [await count(), await storedFiles()]
	expect(await add(owner.token, { id, photo })).toEqual({ status: 201, body: { id } })
	expect(await add(owner.token, { id, photo, body: 'Other words.' })).toMatchObject({
		status: 409,
		body: { error: { code: 'conflict' } },
	})
	expect([await count(), await storedFiles()]).toEqual([before, files])
})

test('bad values are refused with a sentence at their field', async () => {
	const before = await count()
	for (const [fields, named] of [
		[{ body: ' ' }, 'body'],
		[{ body: 'x'.repeat(5001) }, 'body'],
		[{ body: 'bell \u0007' }, 'body'],
		[{ name: '' }, 'name'],
		[{ name: 'x'.repeat(121) }, 'name'],
		[{ rating: '6' }, 'rating'],
		[{ rating: '4.5' }, 'rating'],
		[{ rating: 'many' }, 'rating'],
		[{ url: 'javascript:alert(1)' }, 'url'],
		[{ source_url: 'javascript:alert(1)' }, 'source_url'],
		[{ source_url: 'harbour' }, 'source_url'],
		[{ origin: 'x'.repeat(501) }, 'origin'],
		[{ said_on: '2999-01-01' }, 'said_on'],
		[{ said_on: '2025-02-30' }, 'said_on'],
		[{ said_on: 'yesterday' }, 'said_on'],
		[{ locale: 'english please' }, 'locale'],
		[{ tags: 'gift' }, 'tags'],
		[{ tags: randomUUID() }, 'tags'],
		[{ id: 'mine' }, 'id'],
		[{ status: 'approved' }, 'status'],
		[{ basis: 'order' }, 'basis'],
	] as const) {
		const { status, body } = await add(owner.token, fields as Record<string, string>)
		expect([fields, status, Object.keys(body.error?.fields ?? {})]).toEqual([fields, 422, [named]])
	}
	expect(await count()).toBe(before)
})

test('viewers, strangers, former members and callers without a session add nothing and store no file', async () => {
	const [viewer, former, stranger] = [
		await addMember(app, space, 'viewer'),
		await addMember(app, space, 'editor'),
		await app.person(),
	]
	const foreign = await stranger.client.rpc('create_space', { name: 'Other', slug: 'other-adds' }).throwOnError()
	const id = randomUUID()
	expect((await add(former.token, { id })).status).toBe(201)
	await app.sql('delete from public.space_members where user_id = $1', [former.id])
	const [before, files] = [await count(), await storedFiles()]
	const photo = blob(await picture(30, 30))
	for (const token of [viewer.token, former.token, stranger.token])
		expect(await add(token, { photo })).toMatchObject({ status: 403, body: { error: { code: 'forbidden' } } })
	// An id that another space has is not told apart from one that is taken.
	const mine = { space_id: foreign.data.space_id, photo }
	expect((await add(stranger.token, { ...mine, id })).body.error?.fields).toEqual({ id: expect.any(String) })
	const tag = await owner.client
		.from('tags')
		.insert({ space_id: space, name: 'Ours' })
		.select('id')
		.single()
		.throwOnError()
	expect((await add(stranger.token, { ...mine, tags: tag.data.id })).body.error?.fields).toEqual({
		tags: expect.any(String),
	})
	for (const token of [null, app.deps.keys.anonKey, 'forged']) expect((await add(token, { photo })).status).toBe(401)
	expect([await count(), await storedFiles()]).toEqual([before, files])
})

test('nothing is added while little disk space is left', async () => {
	const full = await createTestApp({ MIN_FREE_DISK_MB: '1000000' })
	const person = await full.person()
	const { data } = await person.client.rpc('create_space', { name: 'Full', slug: 'full' }).throwOnError()
	const form = new FormData()
	const fields = { space_id: data.space_id, id: randomUUID(), body: 'Six that know each other.', name: 'Ines' }
	for (const [name, value] of Object.entries(fields)) form.set(name, value)
	const headers = { authorization: `Bearer ${person.token}` }
	const answer = await full.fetch(`${full.url}/functions/v1/testimonial`, { method: 'POST', headers, body: form })
	expect([answer.status, (await answer.json()).error.code]).toEqual([507, 'storage_full'])
	await full.close()
})
