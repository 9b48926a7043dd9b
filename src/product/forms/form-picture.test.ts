import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
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

async function addPicture(): Promise<string> {
	const picture = sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#3a6ea5' } })
	const path = `${space.spaceId}/${randomUUID()}.jpg`
	const bytes = new Blob([new Uint8Array(await picture.jpeg().toBuffer())])
	const { error } = await space.client.storage.from('brand').upload(path, bytes, { contentType: 'image/jpeg' })
	if (error) throw error
	return path
}
const setLook = (look: object, form = space.formId) => space.client.from('forms').update({ look }).eq('id', form)
const isStored = async (path: string) =>
	(await app.sql("select from storage.objects where bucket_id = 'brand' and name = $1", [path])).length > 0
const pageOf = async (query = '') => (await fetch(`${url}/collect/${space.slug}${query}`)).text()

it('the page of a form shows its picture in two sizes, which it preloads, and the embedded form shows none', async () => {
	const path = await addPicture()
	await setLook({ picture: path }).throwOnError()
	const html = await pageOf()
	const preloads = [...html.matchAll(/<link rel="preload" as="image"[^>]* href="([^"]*)" media="([^"]*)">/g)]
	expect(preloads.map(([, , media]) => media)).toEqual(['(max-width:959.98px)', '(min-width:960px)'])
	const sizes = await Promise.all(
		preloads.map(async ([, address = '']) => {
			const decoded = address.replaceAll('&#38;', '&')
			expect(html).toContain(`url("${decoded}")`)
			const answer = await fetch(url + decoded)
			expect(answer.headers.get('content-type')).toBe('image/webp')
			const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
			return [width, height]
		}),
	)
	expect(sizes).toEqual([
		[900, 600],
		[1800, 1200],
	])
	for (const embed of ['dialog', 'frame']) expect(await pageOf(`?embed=${embed}`)).not.toContain('/render/image/')
	await setLook({}).throwOnError()
	expect(await pageOf()).not.toMatch(/as="image"|--overlay/)
})

it('a form takes a picture of its own space and nothing else as one', async () => {
	const stranger = await makeSpace(url)
	const id = randomUUID()
	for (const picture of [
		`${stranger.spaceId}/${id}.jpg`,
		`${space.spaceId}/${id}.svg`,
		`${space.spaceId}/../${id}.jpg`,
		`${space.spaceId}/${id}.jpg") }`,
		`${space.spaceId}/${id}.jpg\n`,
		'https://example.com/a.jpg',
		'',
		null,
		[`${space.spaceId}/${id}.jpg`],
	])
		expect((await setLook({ picture })).error?.code, JSON.stringify(picture)).toBe('23514')
})

it('what is no picture cannot be uploaded as one', async () => {
	const files = space.client.storage.from('brand')
	const html = new Blob(['<script>alert(1)</script>'])
	const { error } = await files.upload(`${space.spaceId}/${randomUUID()}.jpg`, html, { contentType: 'image/jpeg' })
	expect(error).not.toBeNull()
})

it('a picture stays while a form, its draft or its history names it, and is deleted with the last of them', async () => {
	const { client, spaceId, formId } = space
	const [first, second, third] = [await addPicture(), await addPicture(), await addPicture()]
	const stored = async () => [await isStored(first), await isStored(second), await isStored(third)]
	const duplicate = async () =>
		(await client.rpc('duplicate_form', { form_id: formId }).throwOnError()).data as unknown as string
	const remove = (form: string) => client.from('forms').delete().eq('id', form).throwOnError()
	await setLook({ picture: first }).throwOnError()
	const [form, copy] = [await duplicate(), await duplicate()]
	await setLook({}).throwOnError()
	await setLook({ picture: second }, form).throwOnError()
	await setLook({ picture: second, font: 'sans' }, form).throwOnError()
	expect(await stored()).toEqual([true, true, true])

	const draft = { space_id: spaceId, form_id: form, mine: { look: { picture: third } }, base: {} }
	await client.from('form_drafts').insert(draft).throwOnError()
	await client.from('form_drafts').update({ mine: {} }).eq('form_id', form).throwOnError()
	expect(await stored()).toEqual([true, true, false])

	await remove(form)
	expect(await stored()).toEqual([true, false, false])
	await remove(copy)
	expect(await isStored(first)).toBe(true)
	await remove(formId)
	expect(await isStored(first)).toBe(false)
})
