import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FormTextsByLanguage } from '#shared/form/form-texts.ts'
import { wallLanguages } from '#shared/wall/wall-languages.ts'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let texts: FormTextsByLanguage
beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
	texts = (await client.rpc('form_texts').throwOnError()).data
})
afterAll(() => app.close())

let made = 0
async function createSpace(more: { locale?: string } = {}) {
	const fields = { name: 'Töpferei Fernhill', slug: `keramik-${++made}`, ...more }
	const { slug, space_id: id, form_id: form } = await createOwnSpace(client, fields)
	return { slug, id, form }
}

async function readForm(id: string) {
	const columns = 'title, consent_text, locale, spaces (locale)'
	return (await client.from('forms').select(columns).eq('id', id).single().throwOnError()).data
}

it('the texts of a form are whole in every language, and only the title names the space', () => {
	expect(Object.keys(texts).sort()).toEqual([...wallLanguages].sort())
	for (const [language, table] of Object.entries(texts)) {
		expect(Object.keys(table).sort()).toEqual(['consent_text', 'link_label', 'thank_you', 'title'])
		for (const [name, text] of Object.entries(table)) {
			expect(text, `${language} ${name}`).toMatch(/\S/)
			expect(text.match(/\{\w+\}/g) ?? [], `${language} ${name}`).toEqual(name === 'title' ? ['{space}'] : [])
			if (language !== 'en') expect(text).not.toBe(texts.en[name as keyof typeof table])
		}
		// A name has up to 120 characters, a title 200.
		expect(table.title.length).toBeLessThanOrEqual(80)
	}
})

it('a space that is created in a language has its first form in it', async () => {
	const { form } = await createSpace({ locale: 'de' })
	expect(await readForm(form)).toEqual({
		title: 'Was würden Sie über Töpferei Fernhill sagen?',
		consent_text:
			'Sie dürfen auf Ihrer Website veröffentlichen, was ich hier sende, dazu meine Bewertung und meinen Namen. Ich kann es mir jederzeit anders überlegen.',
		locale: 'de',
		spaces: { locale: 'de' },
	})
	const swiss = await createSpace({ locale: 'fr-CH' })
	expect(await readForm(swiss.form)).toMatchObject({ consent_text: texts.fr.consent_text, locale: 'fr-CH' })
})

it('a space begins in English without a language and in one that has no translation', async () => {
	for (const more of [{}, { locale: 'sv' }]) {
		const { form } = await createSpace(more)
		const { locale = 'en' } = more
		expect(await readForm(form)).toEqual({
			title: 'What would you say about Töpferei Fernhill?',
			consent_text: texts.en.consent_text,
			locale,
			spaces: { locale },
		})
	}
})

it('what is no language tag creates no space', async () => {
	const call = { name: 'Nowhere', slug: 'nowhere-at-all', locale: 'de; drop' }
	const { status, error } = await client.rpc('create_space', call)
	expect([status, error?.code]).toEqual([400, '22023'])
	expect((await client.rpc('slug_available', { slug: 'nowhere-at-all' })).data).toBe(true)
})

it('a form that is added without texts gets those of its language, and given ones are kept', async () => {
	const space = await createSpace()
	const add = async (more: Record<string, string>) => {
		const row = { space_id: space.id, slug: `more-${++made}`, name: 'More', locale: 'ar', ...more }
		return (await client.from('forms').insert(row).select('title, consent_text').single().throwOnError()).data
	}
	const defaults = { title: 'ماذا تقول عن Töpferei Fernhill؟', consent_text: texts.ar.consent_text }
	expect(await add({})).toEqual(defaults)
	expect(await add({ title: 'Mine' })).toEqual({ ...defaults, title: 'Mine' })
	expect(await add({ consent_text: 'You may.' })).toEqual({ ...defaults, consent_text: 'You may.' })
})

it('a stranger who adds a form to a space learns neither its name nor whether it exists', async () => {
	const space = await createSpace()
	const stranger = (await app.person()).client
	const errors = await Promise.all(
		[space.id, crypto.randomUUID()].map(async (space_id) => {
			const row = { space_id, slug: `strange-${++made}`, name: 'Mine' }
			return (await stranger.from('forms').insert(row)).error
		}),
	)
	expect(errors.map((error) => error?.code)).toEqual(['42501', '42501'])
	expect(errors[0]).toEqual(errors[1])
})

it.each(wallLanguages)('the consent to the default text in %s is stored word for word', async (locale) => {
	const { slug, form } = await createSpace({ locale })
	const { consent_text: wording } = await readForm(form)
	const sent = await postSubmission(app, submissionBody({ slug, wording }))
	expect(sent.status).toBe(201)
	const { id } = sent.body
	const { data } = await client.from('consents').select('wording, locale').eq('testimonial_id', id).throwOnError()
	expect(data).toEqual([{ wording: texts[locale].consent_text, locale }])
})
