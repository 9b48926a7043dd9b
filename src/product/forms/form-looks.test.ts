import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let url: string
let space: TestSpace
let client: SupabaseClient
beforeAll(async () => {
	app = await createTestApp()
	url = await app.listen()
	space = await makeSpace(url)
	client = space.client
})
afterAll(() => app.close())

const setLook = (look: unknown) => client.from('forms').update({ look }).eq('id', space.formId)

it('a look has known parts and values only', async () => {
	for (const look of [{ pages: 'steps', background: 'plain', font: 'sans' }, { font: 'serif' }, {}])
		expect((await setLook(look)).error).toBeNull()
	for (const look of [
		[],
		'steps',
		null,
		{ pages: 'one' },
		{ pages: null },
		{ background: 'url(https://x)' },
		{ font: ['sans'] },
		{ font: '}body{display:none' },
		{ color: 'red' },
	])
		expect((await setLook(look)).error?.code, JSON.stringify(look)).toMatch(/^(23514|23502)$/)
})

it('the public definition of a form has its look, and its page the style of it', async () => {
	await setLook({ pages: 'steps', background: 'plain', font: 'sans' }).throwOnError()
	const answer = await fetch(`${url}/functions/v1/form?slug=${space.slug}`)
	expect((await answer.json()).look).toEqual({ pages: 'steps', background: 'plain', font: 'sans' })
	const html = await (await fetch(`${url}/collect/${space.slug}`)).text()
	expect(html).toContain('Step 1 of 3')
	expect(html).toContain(':root{--serif:var(--sans)}')
	expect(html).toContain('<meta name="steps"')
})

it('a stranger cannot change the look of a form', async () => {
	await setLook({}).throwOnError()
	const stranger = await makeSpace(url)
	await stranger.client
		.from('forms')
		.update({ look: { font: 'sans' } })
		.eq('id', space.formId)
	const { data } = await client.from('forms').select('look').eq('id', space.formId).single().throwOnError()
	expect(data.look).toEqual({})
})
