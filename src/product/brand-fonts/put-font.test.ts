import { randomBytes, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
	asCollection,
	asWoff,
	interTtf,
	interWoff2,
	tableOf,
	withEmbeddingBits,
} from '#test/support/product/font-files.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { fontLimits } from './font-job.ts'

let app: TestApp
let url: string
let space: TestSpace
beforeAll(async () => {
	app = await createTestApp()
	url = await app.listen()
	space = await makeSpace(url)
})
afterAll(() => app.close())

async function send(
	method: 'PUT' | 'DELETE',
	body?: Buffer,
	client: SupabaseClient = space.client,
	id = space.spaceId,
) {
	const { data } = await client.auth.getSession()
	const answer = await fetch(`${url}/functions/v1/font?space_id=${id}`, {
		method,
		headers: { authorization: `Bearer ${data.session?.access_token}` },
		...(body ? { body: new Uint8Array(body) } : {}),
	})
	const text = await answer.text()
	const { error, ...made } = text ? JSON.parse(text) : {}
	return { status: answer.status, refusal: error?.fields?.font ?? error?.fields?.space_id, code: error?.code, ...made }
}

const put = (body: Buffer) => send('PUT', body)
async function brandOf(): Promise<Record<string, string>> {
	const { data } = await space.client.from('spaces').select('brand').eq('id', space.spaceId).single().throwOnError()
	return data.brand
}
const storedFonts = async () =>
	(
		await asOwner<{ name: string }>(
			app.database,
			"select name from storage.objects where bucket_id = 'brand' and starts_with(name, $1) order by 1",
			[`${space.spaceId}/`],
		)
	).map(({ name }) => name)

it.each([
	['WOFF2', interWoff2],
	['TTF', interTtf],
	['WOFF', () => asWoff()],
	['TTF with old embedding bits that allow more', () => withEmbeddingBits(0b1010)],
] as const)('a font as %s is stored as WOFF2, with its name and its sizes', async (_, file) => {
	const { status, path, name } = await put(await file())
	expect([status, name]).toEqual([200, 'Inter'])
	expect(await brandOf()).toMatchObject({
		font_path: path,
		font_name: 'Inter',
		font_metrics: '0.9688 0.2412 0 0.4715 100 900 0',
	})
	const answer = await fetch(`${url}/storage/v1/object/public/brand/${path}`)
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'content-type': 'font/woff2',
		'cache-control': 'public, max-age=31536000, immutable',
		'access-control-allow-origin': '*',
		'cross-origin-resource-policy': 'cross-origin',
		'x-content-type-options': 'nosniff',
	})
	const bytes = Buffer.from(await answer.arrayBuffer())
	expect(bytes.toString('latin1', 0, 4)).toBe('wOF2')
	expect(bytes.length).toBeLessThan(60_000)
})

it('a new font replaces the former file, and removing it leaves none', async () => {
	const first = await put(await interWoff2())
	const second = await put(await interTtf())
	expect(await storedFonts()).toEqual([second.path])
	expect((await fetch(`${url}/storage/v1/object/public/brand/${first.path}`)).status).not.toBe(200)
	expect((await send('DELETE')).status).toBe(204)
	expect(await storedFonts()).toEqual([])
	expect(Object.keys(await brandOf()).filter((key) => key.startsWith('font_'))).toEqual([])
	expect((await send('DELETE')).status).toBe(204)
})

it('what follows a font in its file is not stored', async () => {
	const secret = Buffer.from('<script>a message in a font</script>')
	const { path } = await put(Buffer.concat([await interTtf(), secret]))
	const stored = await fetch(`${url}/storage/v1/object/public/brand/${path}`)
	expect(Buffer.from(await stored.arrayBuffer()).includes(secret)).toBe(false)
})

const png = () =>
	sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
		.png()
		.toBuffer()
const changed = async (change: (font: Buffer) => void) => {
	const font = Buffer.from(await interTtf())
	change(font)
	return font
}
const claimingWoff2 = async () => {
	const font = Buffer.from(await interWoff2())
	font.writeUInt32BE(0xfffffff0, 16)
	return font
}

it.each([
	['an empty file', async () => Buffer.alloc(0), 'is empty'],
	['a picture that is named as a font', png, 'not a font'],
	['a page of HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'not a font'],
	['random bytes', async () => randomBytes(5000), 'not a font'],
	['a collection', asCollection, 'collection'],
	['a WOFF2 of a collection', async () => changeAt(await interWoff2(), 4, 'ttcf'), 'collection'],
	['a WOFF2 that ends early', async () => (await interWoff2()).subarray(0, 20_000), 'damaged'],
	['a signature alone', async () => Buffer.from('wOF2'), 'damaged'],
	['a TTF that ends early', async () => (await interTtf()).subarray(0, 3000), 'damaged'],
	['a WOFF2 that claims gigabytes', claimingWoff2, 'memory or time'],
	['a WOFF whose tables claim gigabytes', () => asWoff(() => 0xfffffff0), 'memory or time'],
	['a WOFF with a table larger than it claims', () => asWoff((size) => size, 20_000_000), 'damaged'],
	['tables behind the end of the file', () => changed((font) => font.writeUInt32BE(0xffffff, 12 + 8)), 'damaged'],
	['thousands of tables', () => changed((font) => font.writeUInt16BE(0xffff, 4)), 'damaged'],
	['units of nothing', () => changed((font) => font.writeUInt16BE(0, tableOf(font, 'head').offset + 18)), 'damaged'],
	['a licence against embedding', () => withEmbeddingBits(2), 'forbids embedding'],
	['a licence for bitmaps alone', () => withEmbeddingBits(0x204), 'forbids embedding'],
	['more bytes than may be sent', async () => Buffer.alloc(fontLimits.upload + 1, 1), 'larger than 2 MB'],
])('%s is refused in words, and the former font stays', async (_, file, words) => {
	const { path } = await put(await interWoff2())
	const { status, refusal, code } = await put(await file())
	expect([status, code]).toEqual([422, 'invalid'])
	expect(refusal).toContain(words)
	expect((await brandOf()).font_path).toBe(path)
	expect(await storedFonts()).toEqual([path])
})

function changeAt(font: Buffer, at: number, text: string): Buffer {
	font.write(text, at, 'latin1')
	return font
}

it('fonts with random bytes changed are read or refused, never a fault of the server', async () => {
	const font = await interTtf()
	const statuses = new Set<number>()
	for (let round = 0; round < 12; round++) {
		const hostile = Buffer.from(font)
		for (let times = 0; times < 40; times++) hostile[Math.floor(Math.random() * 4000)] = Math.floor(Math.random() * 256)
		statuses.add((await put(hostile)).status)
	}
	expect([...statuses].every((status) => [200, 422].includes(status))).toBe(true)
})

it('only an owner of the space changes its font', async () => {
	const { path } = await put(await interWoff2())
	const stranger = await makeSpace(url)
	const editor = await makeSpace(url)
	const { data } = await editor.client.auth.getUser()
	await asOwner(app.database, "insert into public.space_members (space_id, user_id, role) values ($1, $2, 'editor')", [
		space.spaceId,
		data.user?.id,
	])
	const font = await interTtf()
	for (const { client } of [stranger, editor]) {
		expect((await send('PUT', font, client)).status).toBe(403)
		expect((await send('DELETE', undefined, client)).status).toBe(403)
	}
	expect((await fetch(`${url}/functions/v1/font?space_id=${space.spaceId}`, { method: 'PUT' })).status).toBe(401)
	expect((await send('PUT', font, space.client, randomUUID())).status).toBe(403)
	expect(await send('PUT', font, space.client, 'x')).toMatchObject({ status: 422, refusal: expect.any(String) })
	expect((await brandOf()).font_path).toBe(path)
})

it('removing a font deletes no file of another space that the brand was made to name', async () => {
	const other = await makeSpace(url)
	const { path } = await send('PUT', await interWoff2(), other.client, other.spaceId)
	await space.client
		.from('spaces')
		.update({ brand: { font_path: path } })
		.eq('id', space.spaceId)
		.throwOnError()
	expect((await send('DELETE')).status).toBe(204)
	expect((await fetch(`${url}/storage/v1/object/public/brand/${path}`)).status).toBe(200)
})

it('deleting a space deletes the file of its font', async () => {
	const other = await makeSpace(url)
	const { path } = await send('PUT', await interWoff2(), other.client, other.spaceId)
	await other.client.from('spaces').delete().eq('id', other.spaceId).throwOnError()
	expect((await fetch(`${url}/storage/v1/object/public/brand/${path}`)).status).not.toBe(200)
})
