import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#shared/form/receipt.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { imperfect } from '#test/support/upload-corpus/imperfect.ts'

let app: TestApp
let space: SpaceFixture

beforeAll(async () => {
	app = await createTestApp({ MAX_PHOTO_MB: '1' })
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

const colour = { r: 180, g: 90, b: 40 }
const picture = (width = 640, height = 480) => sharp({ create: { width, height, channels: 3, background: colour } })

function form(fields: Record<string, string | Blob> = {}): FormData {
	const sent = new FormData()
	const usual = {
		form: space.slug,
		kind: 'photo',
		body: 'Look at it.',
		name: 'Ines',
		consent: 'yes',
	}
	for (const [name, value] of Object.entries({ ...usual, scope: 'public', ...fields })) {
		if (typeof value === 'string') sent.set(name, value)
		else sent.set(name, value, 'IMG 0001.jpg')
	}
	return sent
}

const json = { accept: 'application/json' }
const blob = (bytes: Uint8Array, type = 'image/jpeg') => new Blob([new Uint8Array(bytes)], { type })

async function storedFiles(): Promise<string[]> {
	const folder = join(app.deps.config.DATA_DIR, 'storage')
	const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
	return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}
const nothingStored = async () => {
	for (const table of ['testimonials', 'media', 'consents'])
		expect(await asOwner(app.database, `select 1 from public.${table} where space_id = $1`, [space.space_id])).toEqual(
			[],
		)
	expect(await asOwner(app.database, `select 1 from private.receipts where form_id = $1`, [space.form_id])).toEqual([])
}

test('a photo and a portrait are re-encoded without their metadata and shown only while public', async () => {
	const photo = await picture(3000, 1000)
		.withExif({ IFD0: { Copyright: 'secret place' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
		.jpeg()
		.toBuffer()
	const avatar = await picture(900, 900).png().toBuffer()
	const answer = await postSubmission(app, form({ photo: blob(photo), avatar: blob(avatar) }), json)
	expect(answer.status).toBe(201)
	const [medium] = await asOwner<{ path: string; width: number; height: number; state: string }>(
		app.database,
		'select path, width, height, state from public.media where testimonial_id = $1',
		[answer.body.id],
	)
	expect(medium).toMatchObject({ width: 2048, height: 683, state: 'ready' })
	const [row] = await asOwner<{ author_avatar_path: string }>(
		app.database,
		'select author_avatar_path from public.testimonials where id = $1',
		[answer.body.id],
	)
	const addresses = [medium?.path, row?.author_avatar_path].map((path) => `${app.url}/media/${path}`)
	const look = async () => {
		const statuses = []
		for (const address of addresses) statuses.push((await app.fetch(address)).status)
		return statuses
	}
	expect(await look()).toEqual([404, 404])

	const decide = (change: string) =>
		asOwner(app.database, `update public.testimonials set ${change} where id = $1`, [answer.body.id])
	await decide("status = 'approved'")
	expect(await look()).toEqual([200, 200])
	const shown = await app.fetch(addresses[0] ?? '')
	expect(shown.headers.get('content-type')).toBe('image/jpeg')
	expect(shown.headers.get('content-security-policy')).toContain('sandbox')
	const bytes = Buffer.from(await shown.arrayBuffer())
	const { exif, width } = await sharp(bytes).metadata()
	expect([exif, width]).toEqual([undefined, 2048])
	const etag = shown.headers.get('etag') ?? ''
	const again = await app.fetch(addresses[0] ?? '', { headers: { 'if-none-match': etag } })
	expect(again.status).toBe(304)
	const middle = await app.fetch(addresses[0] ?? '', { headers: { range: 'bytes=100-199' } })
	expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 100-199/${bytes.length}`])
	expect(Buffer.from(await middle.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true)

	await asOwner(
		app.database,
		`with gone as (update public.consents set revoked_at = now() where testimonial_id = $1)
		select 1`,
		[answer.body.id],
	)
	await asOwner(
		app.database,
		`insert into public.consents (space_id, testimonial_id, scope, wording) values ($1, $2, 'anonymous', 'x')`,
		[space.space_id, answer.body.id],
	)
	expect(await look()).toEqual([200, 404])
	await decide('withdrawn_at = now()')
	expect(await look()).toEqual([404, 404])
})

test.each([
	'jpeg whose scan ends at coefficient 0, as many Samsung phones write it',
	'jpeg with a video behind it, as a motion photo',
	'png without the end of its pixels',
])('a form accepts a photo and a portrait with a fault that browsers overlook: %s', async (name) => {
	const bytes = await imperfect.find((one) => one.name === name)?.bytes()
	const photo = blob(bytes ?? Buffer.alloc(0))
	expect((await postSubmission(app, form({ photo, avatar: photo }), json)).status).toBe(201)
})

test('the submitter sees their photo before anybody else may, and erasing removes its bytes', async () => {
	const before = await storedFiles()
	const sent = form({ photo: blob(await picture().jpeg().toBuffer()) })
	const answer = await postSubmission(app, sent, json)
	expect(await storedFiles()).toHaveLength(before.length + 1)
	const token = answer.body.receipt_url?.split('/').at(-1) ?? ''
	const headers = { 'receipt-token': token }
	const answered = await app.fetch(`${app.url}/functions/v1/receipt`, { headers })
	const receipt = (await answered.json()) as Receipt
	const url = receipt.media[0]?.url ?? ''
	expect((await app.fetch(app.url + url)).status).toBe(200)
	expect((await app.fetch(app.url + url.replace('until=', 'until=9'))).status).toBe(404)
	expect((await app.fetch(app.url + url.replace(/\?.*/, ''))).status).toBe(404)

	await app.fetch(`${app.url}/functions/v1/receipt`, { method: 'DELETE', headers })
	expect(await storedFiles()).toEqual(before)
	expect((await app.fetch(app.url + url)).status).toBe(404)
})

test('the same photo post again is the same testimonial and leaves no second file', async () => {
	const photo = blob(await picture().webp().toBuffer())
	const headers = { ...json, 'idempotency-key': randomUUID() }
	const before = (await storedFiles()).length
	const answers = await Promise.all(Array.from({ length: 8 }, () => postSubmission(app, form({ photo }), headers)))
	expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
	expect((await storedFiles()).length).toBe(before + 1)
	const other = form({ photo: blob(await picture(10, 10).webp().toBuffer()) })
	expect((await postSubmission(app, other, headers)).body.error?.code).toBe('idempotency_conflict')
	expect((await storedFiles()).length).toBe(before + 1)
})

const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')

/** A PNG of a few bytes that claims 60,000 × 60,000 pixels. */
async function bomb(): Promise<Buffer> {
	const small = await picture(1, 1).png().toBuffer()
	small.writeUInt32BE(60_000, 16)
	small.writeUInt32BE(60_000, 20)
	const { crc32 } = await import('node:zlib')
	small.writeUInt32BE(crc32(small.subarray(12, 29)), 29)
	return small
}

test.each([
	['a GIF called .png', async () => gif, 'image/png'],
	['an SVG with a script', async () => svg, 'image/png'],
	['a page', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/jpeg'],
	['a picture of 60,000 × 60,000', bomb, 'image/png'],
	['half a picture', async () => (await picture().jpeg().toBuffer()).subarray(0, 500), 'image/jpeg'],
	['one byte', async () => Buffer.from([0xff]), 'image/jpeg'],
])('%s is refused and nothing is kept', async (_, make, type) => {
	const before = await storedFiles()
	const answer = await postSubmission(app, form({ photo: blob(await make(), type) }), json)
	expect([answer.status, answer.body.error?.code]).toEqual([422, 'invalid'])
	expect(answer.body.error?.fields).toHaveProperty('photo')
	await nothingStored()
	expect(await storedFiles()).toEqual(before)
})

test('a refused portrait discards the valid photo too', async () => {
	const before = await storedFiles()
	const photo = blob(await picture().jpeg().toBuffer())
	const answer = await postSubmission(app, form({ photo, avatar: blob(gif) }), json)
	expect(answer.body.error?.fields).toHaveProperty('avatar')
	await nothingStored()
	expect(await storedFiles()).toEqual(before)
})

test('a file over the limit is 413 and names its field', async () => {
	const answer = await postSubmission(app, form({ photo: blob(Buffer.alloc(1024 * 1024 + 1, 0xff)) }), json)
	expect([answer.status, answer.body.error?.code]).toEqual([413, 'payload_too_large'])
	expect(answer.body.error?.fields).toHaveProperty('photo')
	await nothingStored()
})

test('kind photo needs a file, and kind text ignores one', async () => {
	const without = await postSubmission(app, form({ photo: new Blob([]) }), json)
	expect(without.body.error?.fields).toHaveProperty('photo')
	const photo = blob(await picture().jpeg().toBuffer())
	expect((await postSubmission(app, form({ kind: 'text', photo }), json)).status).toBe(201)
	expect(await asOwner(app.database, 'select 1 from public.media where space_id = $1', [space.space_id])).toEqual([])
})

test('a plain form post is redirected to the private link', async () => {
	const answer = await postSubmission(app, form({ kind: 'text' }), { accept: 'text/html,*/*' })
	expect(answer.status).toBe(303)
	expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/t\/[\w-]{64}\?sent$/)
	const simple = new URLSearchParams({ form: space.slug, body: 'Plain.', name: 'Tom' })
	expect((await postSubmission(app, simple)).status).toBe(303)
	expect(
		await asOwner(app.database, 'select scope from public.consents where space_id = $1 order by given_at', [
			space.space_id,
		]),
	).toEqual([{ scope: 'public' }, { scope: 'private' }])
})

test('a photo post over a socket is stored, and its connection answers the next request', async () => {
	const url = await app.listen()
	const photo = blob(await picture().jpeg().toBuffer())
	for (const status of [201, 201, 413]) {
		const sent = status === 413 ? blob(Buffer.alloc(1024 * 1024 + 1)) : photo
		const response = await fetch(`${url}/functions/v1/submit`, {
			method: 'POST',
			headers: json,
			body: form({ photo: sent }),
		})
		expect([response.status, await response.json()]).toMatchObject([status, {}])
	}
})
