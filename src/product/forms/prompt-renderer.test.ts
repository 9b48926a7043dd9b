import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Prompt } from '#shared/form/prompt.ts'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let form: string
const slug = 'wheel-evenings'

beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
	const space = await createOwnSpace(client, { slug })
	form = space.form_id
	await client
		.from('spaces')
		.update({ name: 'Fernhill Pottery', brand: { color: '#8f3f1c', logo_path: `${space.space_id}/logo.png` } })
		.eq('id', space.space_id)
		.throwOnError()
	await change({ title: 'How was your evening?', intro: '', locale: 'en', consent_texts: { ar: 'يمكنكم نشر هذا.' } })
})
afterAll(() => app.close())

const change = (values: Record<string, unknown>) => client.from('forms').update(values).eq('id', form).throwOnError()
const read = (query = '', name = slug) => app.fetch(`${app.url}/collect/${name}/prompt.json${query}`)
const promptOf = async (query?: string): Promise<Prompt> => (await read(query)).json()

it('any website may read the words and colours of a form’s card, and caches keep them', async () => {
	const answer = await read()
	expect(answer.headers.get('access-control-allow-origin')).toBe('*')
	expect(answer.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=3600')
	expect(answer.headers.get('set-cookie')).toBeNull()
	expect(await answer.json()).toEqual({
		lang: 'en',
		dir: 'ltr',
		label: 'Asked once by Fernhill Pottery',
		text: 'A sentence is plenty.',
		write: 'Say a few words',
		later: 'Not now',
		close: 'Close',
		question: 'How was your evening?',
		slug,
		link: `${app.url}/collect/${slug}?lang=en&prompt`,
		logo: expect.stringContaining(`${app.url}/storage/v1/object/public/brand/`),
		style: expect.stringMatching(/^--brand:light-dark\(#\w{6},#\w{6}\);--on-brand:light-dark\(/),
	})
})

it('a card speaks a language of its form, else that of the form', async () => {
	expect(await promptOf('?lang=ar-EG')).toMatchObject({ lang: 'ar', dir: 'rtl', later: 'ليس الآن' })
	for (const query of ['?lang=de', '?lang=', '?lang=toString', '?lang=%00', `?lang=${'e'.repeat(5000)}`])
		expect(await promptOf(query)).toMatchObject({ lang: 'en', dir: 'ltr' })
})

it('a card changes with its form at once, and a closed form has none', async () => {
	await change({ intro: 'It goes to Maren.' })
	await expect.poll(async () => (await promptOf()).text).toBe('It goes to Maren.')
	await change({ is_open: false })
	await expect.poll(async () => (await read()).status).toBe(404)
	expect((await read('', 'no-such-form')).status).toBe(404)
	expect((await read('', 'NO')).status).toBe(404)
})

it('the script is public, cached for an hour, and the same for every form', async () => {
	const answer = await app.fetch(`${app.url}/embed/prompt.js`)
	expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
	expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
	expect(answer.headers.get('cache-control')).toContain('max-age=3600')
	expect(await answer.text()).toContain('/prompt.json')
})
