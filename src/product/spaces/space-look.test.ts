import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinSpace } from '#test/support/product/join-space.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let url: string
let space: TestSpace
beforeAll(async () => {
	app = await createTestApp()
	url = await app.listen()
	space = await makeSpace(url)
})
afterAll(() => app.close())

const look = (id: string) => ({ accent: '#b0532b', type: 'sans', corners: 'round', favicon_path: `${id}/icon.png` })

const put = (client: TestSpace['client'], brand: Record<string, unknown>, id = space.spaceId) =>
	client.from('spaces').update({ brand }).eq('id', id).select('brand')

it('an owner stores a look and an icon, and takes each part back', async () => {
	const { data } = await put(space.client, look(space.spaceId)).throwOnError()
	expect(data).toEqual([{ brand: look(space.spaceId) }])
	const empty = { accent: null, type: null, corners: null, favicon_path: null }
	await put(space.client, empty).throwOnError()
	await put(space.client, {}).throwOnError()
})

it('a look of unknown values is refused, and so is an icon of another folder or another space', async () => {
	const other = await makeSpace(url)
	const wrong: Record<string, unknown>[] = [
		...['red', '#fff', '#B0532B', '#b0532b;}', 'url(x)', '', '#b0532b\n'].map((accent) => ({ accent })),
		...['host', 'SERIF', '', '"'].map((type) => ({ type })),
		...['oval', ''].map((corners) => ({ corners })),
		...[
			'icon.png',
			`${other.spaceId}/icon.png`,
			`${space.spaceId}/`,
			`${space.spaceId}/../${other.spaceId}/icon.png`,
			`${space.spaceId}/a/b.png`,
			`${space.spaceId}/"onload=x`,
			`https://evil.example/${space.spaceId}/icon.png`,
			`${space.spaceId}/${'x'.repeat(201)}`,
		].map((favicon_path) => ({ favicon_path })),
		{ accent: { deep: '#b0532b' } },
		{ corners: ['soft'] },
	]
	for (const brand of wrong) {
		const { error } = await put(space.client, brand)
		expect(error?.code, JSON.stringify(brand)).toBe('23514')
	}
})

it('neither a stranger, an editor, an owner of another space nor a former member changes the look of a space', async () => {
	const other = await makeSpace(url)
	const stored = () => app.sql<{ brand: object }>('select brand from public.spaces where id = $1', [space.spaceId])
	const before = await stored()
	expect((await put(other.client, look(space.spaceId))).data).toEqual([])
	const editor = await makeSpace(url)
	await joinSpace(space.client, space.spaceId, editor.client, 'editor')
	expect((await put(editor.client, look(space.spaceId))).data).toEqual([])
	const { data } = await editor.client.auth.getUser()
	await app.sql('delete from public.space_members where space_id = $1 and user_id = $2', [space.spaceId, data.user?.id])
	expect((await put(editor.client, look(space.spaceId))).data).toEqual([])
	expect(await stored()).toEqual(before)
})

it('pages of a space with an icon name it in their head, and those of other spaces have the icon of Plaudit', async () => {
	const iconOf = async (path: string) =>
		/<link rel="icon" href="([^"]*)">/.exec(await (await fetch(`${url}${path}`)).text())?.[1]
	const walled = await makeWall(app.database, 'with-icon')
	const [id = ''] = await publishTestimonials(app.database, walled.space, [{ body: 'Best two hours of my week.' }])
	expect(await iconOf('/w/with-icon')).toMatch(/^data:image/)
	await app.sql('update public.spaces set brand = $2 where id = $1', [walled.space, look(walled.space)])
	const icon = `/storage/v1/object/public/brand/${walled.space}/icon.png`
	await expect.poll(() => iconOf('/w/with-icon')).toBe(icon)
	await expect.poll(() => iconOf(`/p/${id}`)).toBe(icon)
	await put(space.client, look(space.spaceId)).throwOnError()
	expect(await iconOf(`/collect/${space.slug}`)).toBe(icon.replace(walled.space, space.spaceId))
})

it('the colour of stars is on the page and in the embed of a wall, with enough contrast in both schemes', async () => {
	const { wall } = await makeWall(app.database, 'starred')
	const read = async (path: string) => (await fetch(`${url}${path}`)).text()
	expect(await read('/w/starred')).not.toMatch(/:root\{--star:light-dark/)
	await app.sql(`update public.walls set theme = '{"accent":"#c8891a"}' where id = $1`, [wall])
	await expect.poll(() => read('/w/starred')).toMatch(/:root\{--star:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\)\}/)
	await expect.poll(() => read(`/embed/${wall}.html`)).toMatch(/--star:var\(--plaudit-star,light-dark\(#[0-9a-f]{6},#/)
	await app.sql(`update public.walls set theme = '{"accent":"red;}*{display:none"}' where id = $1`, [wall])
	await expect.poll(() => read('/w/starred')).not.toMatch(/:root\{--star:light-dark/)
	expect(await read('/w/starred')).not.toContain('display:none"')
})
