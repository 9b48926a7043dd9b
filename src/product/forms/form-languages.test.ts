import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let form: string
const slug = 'fernhill'
const english = 'You may print this.'
const german = 'Sie dürfen das drucken.'
const arabic = 'يمكنكم نشر هذا.'

beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
	form = (await createOwnSpace(client, { slug })).form_id
})
afterAll(() => app.close())
beforeEach(() => change({ locale: 'en', consent_text: english, consent_texts: { de: german, ar: arabic } }))

/** Changes the form, and waits until the server's cache of forms has it. */
async function change(values: Record<string, unknown>): Promise<void> {
	await client.from('forms').update(values).eq('id', form).throwOnError()
	const served = async () => (await app.fetch(`${app.url}/functions/v1/form?slug=${slug}`)).json()
	await expect.poll(async () => await served()).toMatchObject(values)
}

async function open(query = '', headers: Record<string, string> = {}): Promise<string> {
	return (await app.fetch(`${app.url}/collect/${slug}${query}`, { headers })).text()
}

const shown = (page: string) => /name="consent_asked" value="([^"]*)"/.exec(page)?.[1]
const proofOf = (page: string) => /name="proof" value="([^"]*)"/.exec(page)?.[1] ?? ''

function post(values: Record<string, string>, accept = 'application/json'): Promise<Response> {
	const body = new FormData()
	for (const [name, value] of Object.entries({ form: slug, body: 'They sing.', name: 'Ines', ...values }))
		body.set(name, value)
	return app.fetch(`${app.url}/functions/v1/submit`, { method: 'POST', headers: { accept }, body, redirect: 'manual' })
}

async function consentOf(values: Record<string, string>) {
	const { id } = await (await post(values)).json()
	const columns = 'wording, locale, scope'
	return (await client.from('consents').select(columns).eq('testimonial_id', id).single().throwOnError()).data
}

it('the page speaks the language that was chosen, else the one that the browser asks for, else that of the form', async () => {
	const pages: [string, string, string][] = [
		['?lang=ar', 'de', arabic],
		['', 'de-AT,en;q=0.5', german],
		['?lang=fr', 'fr', english],
		['?lang=en', 'de', english],
		['?preview=1', 'de', english],
		['?lang=toString', '', english],
	]
	for (const [query, accepted, text] of pages)
		expect([query, shown(await open(query, { 'accept-language': accepted }))]).toEqual([query, text])
	const page = await open('?lang=ar&i=x')
	expect(page).toMatch(/<html[^>]* lang="ar"[^>]* dir="rtl"/)
	expect(page).toContain('href="/collect/fernhill?lang=de&amp;i=x"')
	expect(page).toMatch(/<h1[^>]* lang="en"/)
})

it('a form in one language has no choice of languages and ignores those of browsers', async () => {
	await change({ consent_texts: {} })
	const page = await open('?lang=de', { 'accept-language': 'de' })
	expect(page).not.toContain('hrefLang')
	expect(page).not.toContain('languages')
	expect(shown(page)).toBe(english)
})

it('the wording that was seen is stored with its language, also when the owner has changed it meanwhile', async () => {
	expect(await consentOf({ consent: 'yes', consent_asked: german, locale: 'de' })).toEqual({
		wording: german,
		locale: 'de',
		scope: 'public',
	})
	const page = await open('?lang=de')
	await change({ consent_texts: { de: 'Sie dürfen es auf eine Tasse drucken.', ar: arabic } })
	const seen = { consent: 'yes', consent_asked: shown(page) ?? '', proof: proofOf(page), locale: 'de' }
	expect((await consentOf(seen))?.wording).toBe(german)
	await change({ consent_texts: {} })
	expect((await consentOf(seen))?.wording).toBe(german)
	expect((await consentOf({ ...seen, consent_asked: `${german} Und alles andere.` }))?.wording).toBe(english)
	expect((await consentOf({ consent: 'yes', proof: proofOf(page) }))?.wording).toBe(english)
})

it('texts of several lines are recognized in the line ends of form posts', async () => {
	await change({ consent_texts: { de: 'Sie dürfen.\nAlles.' } })
	const seen = { consent: 'yes', consent_asked: 'Sie dürfen.\r\nAlles.', locale: 'de' }
	expect((await consentOf(seen))?.wording).toBe('Sie dürfen.\nAlles.')
})

it('a refused post comes back in its language with the tick; under another text the box is not ticked', async () => {
	const refused = { body: '', consent: 'yes', locale: 'de' }
	const tick = /<input[^>]*id="consent"[^>]*>/
	const kept = await (await post({ ...refused, consent_asked: german }, 'text/html')).text()
	expect(shown(kept)).toBe(german)
	expect(tick.exec(kept)?.[0]).toContain('checked')
	const other = await (await post({ ...refused, consent_asked: english }, 'text/html')).text()
	expect(shown(other)).toBe(german)
	expect(tick.exec(other)?.[0]).not.toContain('checked')
})

it('own prompts replace those of the page, none hides them, and only short texts are taken', async () => {
	await change({ prompts: ['What did you <make>?', 'ماذا صنعت؟'] })
	const page = await open()
	expect(page).toContain('What did you &lt;make&gt;?')
	expect(page.match(/name="prompt"/g)).toHaveLength(2)
	await change({ prompts: [] })
	expect(await open()).not.toContain('name="prompt"')
	await change({ prompts: null })
	expect((await open()).match(/name="prompt"/g)).toHaveLength(3)
	for (const prompts of [['1', '2', '3', '4'], ['x'.repeat(121)], [''], [' '], ['a\nb'], [1], {}, 'What?'])
		expect((await client.from('forms').update({ prompts }).eq('id', form)).error?.code, JSON.stringify(prompts)).toBe(
			'23514',
		)
})

it('only texts in known languages are taken, and none is longer than a wording may be', async () => {
	await change({ consent_texts: { fr: '字'.repeat(2000) } })
	for (const consent_texts of [
		{ it: 'Sì' },
		{ de: '' },
		{ de: ' \n' },
		{ de: 1 },
		{ de: null },
		[],
		{ de: 'x'.repeat(2001) },
	])
		expect((await client.from('forms').update({ consent_texts }).eq('id', form)).error?.code).toBe('23514')
})
