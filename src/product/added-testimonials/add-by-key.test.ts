import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let space: string
let key: { id: string; key: string }

beforeAll(async () => {
	app = await createTestApp()
	owner = await app.person()
	space = (await createOwnSpace(owner.client)).space_id
	key = await makeKey({ role: 'editor', scopes: ['submissions:write'] })
})
afterAll(() => app.close())

async function makeKey(fields: object, of = space): Promise<{ id: string; key: string }> {
	return (await owner.client.rpc('create_api_key', { space_id: of, name: 'Shop', ...fields }).throwOnError()).data
}

async function add(fields: Record<string, string | Blob> = {}, token = key.key) {
	const form = new FormData()
	const usual = { space_id: space, id: randomUUID(), body: 'Six that know each other.', name: 'Konstantína' }
	for (const [name, value] of Object.entries({ ...usual, ...fields }))
		if (typeof value === 'string') form.set(name, value)
		else form.set(name, value, 'IMG.jpg')
	const headers = { authorization: `Bearer ${token}` }
	const response = await app.fetch(`${app.url}/functions/v1/testimonial`, { method: 'POST', headers, body: form })
	return { status: response.status, ...((await response.json()) as { id?: string; error?: { code: string } }) }
}
const rows = <Row extends object>(table: string, id: string | undefined, columns = '*', column = 'testimonial_id') =>
	app.sql<Row>(`select ${columns} from ${table} where ${column} = $1`, [id])

test('what a key adds is pending, of the source api, with the permission that was stated and without a basis', async () => {
	const { status, id } = await add({ rating: '4', may_publish: 'yes', origin: 'A card' })
	expect(status).toBe(201)
	expect(await rows('public.testimonials', id, '*', 'id')).toMatchObject([
		{ source: 'api', status: 'pending', is_public: false, rating: 4, body: 'Six that know each other.' },
	])
	expect(await rows('public.verifications', id)).toEqual([])
	expect(await rows('public.consents', id)).toMatchObject([{ scope: 'public', revoked_at: null }])
	// No form was filled, so that there is no private page to mail.
	expect(await rows('private.receipts', id)).toEqual([])
	const events = await rows<{ actor: string }>('public.testimonial_events', id)
	expect(new Set(events.map(({ actor }) => actor))).toEqual(new Set([`key:${key.id}:Shop`]))
})

test('a repeated request of a key is one testimonial, and other words under its id are refused', async () => {
	const id = randomUUID()
	expect([(await add({ id })).status, (await add({ id })).status]).toEqual([201, 201])
	expect(await add({ id, body: 'Other words.' })).toMatchObject({ status: 409, error: { code: 'conflict' } })
	expect(await rows('public.testimonials', id, 'id', 'id')).toHaveLength(1)
})

test('a key adds a picture, which is stored for its space alone', async () => {
	const bytes = await sharp({ create: { width: 20, height: 10, channels: 3, background: 'teal' } })
		.jpeg()
		.toBuffer()
	const { status, id } = await add({ photo: new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }) })
	expect(status).toBe(201)
	const media = await rows<{ path: string }>('public.media', id)
	expect(media.map(({ path }) => path.startsWith(`${space}/${id}/`))).toEqual([true])
})

test('a key adds nothing to another space, and nothing without its scope or the role of an editor', async () => {
	const other = (await createOwnSpace(owner.client)).space_id
	expect(await add({ space_id: other })).toMatchObject({ status: 403, error: { code: 'forbidden' } })
	for (const fields of [{ role: 'editor', scopes: ['testimonials:write'] }, { role: 'viewer' }])
		expect(await add({}, (await makeKey(fields)).key)).toMatchObject({ status: 403, error: { code: 'forbidden' } })
	expect(await app.sql('select from public.testimonials where space_id = $1', [other])).toEqual([])
})

test('the private page and the public proof name a program of the space, and never the key', async () => {
	const { id } = await add({ may_publish: 'yes' })
	await app.sql(`update public.testimonials set status = 'approved' where id = $1`, [id])
	const [proof] = await app.sql<{ said: string; entries: string }>(
		`select private.public_proof($1, false)::text as said, private.proof_entries($2, $1)::text as entries`,
		[id, space],
	)
	expect(proof?.entries).toContain('"by": "program"')
	const page = await (await app.fetch(`${app.url}/proof/${id}`)).text()
	expect(page).toMatch(/Entered by [^<]*<span class="quiet">A program with a key of/)
	// The approval was not by a key.
	expect(page.match(/A program with a key of/g)).toHaveLength(2)
	for (const text of [proof?.said, proof?.entries, page]) {
		expect(text).not.toContain(key.id)
		expect(text).not.toMatch(/key:[0-9a-f]/)
	}
})
