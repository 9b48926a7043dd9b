import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrandFont, openBrandFont } from '#test/support/product/brand-font.ts'
import { interTtf, interWoff2 } from '#test/support/product/font-files.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { asOwner } from '#test/support/test-database.ts'

let font: BrandFont
beforeAll(async () => {
	font = await openBrandFont()
})
afterAll(() => font.close())

it('a new font replaces the former file, and removing it leaves none', async () => {
	const first = await font.put(await interWoff2())
	const second = await font.put(await interTtf())
	expect(await font.storedFonts()).toEqual([second.path])
	expect((await fetch(`${font.url}/storage/v1/object/public/brand/${first.path}`)).status).not.toBe(200)
	expect((await font.send('DELETE')).status).toBe(204)
	expect(await font.storedFonts()).toEqual([])
	expect(Object.keys(await font.brand()).filter((key) => key.startsWith('font_'))).toEqual([])
	expect((await font.send('DELETE')).status).toBe(204)
})

it('a page of HTML is no font, and the former font stays', async () => {
	const { path } = await font.put(await interWoff2())
	const { status, refusal } = await font.put(Buffer.from('<!doctype html><script>alert(1)</script>'))
	expect([status, refusal]).toEqual([422, expect.stringContaining('not a font')])
	expect(await font.storedFonts()).toEqual([path])
})

it('only an owner of the space changes its font', async () => {
	const { path } = await font.put(await interWoff2())
	const stranger = await makeSpace(font.url)
	const editor = await makeSpace(font.url)
	const { data } = await editor.client.auth.getUser()
	await asOwner(
		font.app.database,
		"insert into public.space_members (space_id, user_id, role) values ($1, $2, 'editor')",
		[font.space.spaceId, data.user?.id],
	)
	const file = await interTtf()
	for (const { client } of [stranger, editor]) {
		expect((await font.send('PUT', file, client)).status).toBe(403)
		expect((await font.send('DELETE', undefined, client)).status).toBe(403)
	}
	expect((await fetch(`${font.url}/functions/v1/font?space_id=${font.space.spaceId}`, { method: 'PUT' })).status).toBe(
		401,
	)
	expect((await font.send('PUT', file, font.space.client, randomUUID())).status).toBe(403)
	expect(await font.send('PUT', file, font.space.client, 'x')).toMatchObject({
		status: 422,
		refusal: expect.any(String),
	})
	expect((await font.brand()).font_path).toBe(path)
})

it('removing a font deletes no file of another space that the brand was made to name', async () => {
	const other = await makeSpace(font.url)
	const { path } = await font.send('PUT', await interWoff2(), other.client, other.spaceId)
	await font.space.client
		.from('spaces')
		.update({ brand: { font_path: path } })
		.eq('id', font.space.spaceId)
		.throwOnError()
	expect((await font.send('DELETE')).status).toBe(204)
	expect((await fetch(`${font.url}/storage/v1/object/public/brand/${path}`)).status).toBe(200)
})

it('deleting a space deletes the file of its font', async () => {
	const other = await makeSpace(font.url)
	const { path } = await font.send('PUT', await interWoff2(), other.client, other.spaceId)
	await other.client.from('spaces').delete().eq('id', other.spaceId).throwOnError()
	expect((await fetch(`${font.url}/storage/v1/object/public/brand/${path}`)).status).not.toBe(200)
})
