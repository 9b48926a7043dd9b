import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let form: string
let wording: string
const slug = 'fernhill'
const author = {
	name: 'Ines',
	title: 'Potter',
	company: 'Harbour',
	url: 'https://harbour.org',
	email: 'ines@harbour.org',
}
beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
	;({ form_id: form, wording } = await createOwnSpace(client, { slug }))
})
afterAll(() => app.close())
beforeEach(() => useRules({}))

const setRules = (author_fields: object) => client.from('forms').update({ author_fields }).eq('id', form)

/** Sets the rules, and waits until the server's cache of forms has them. */
async function useRules(rules: object): Promise<void> {
	await setRules(rules).throwOnError()
	const served = async () => (await app.fetch(`${app.url}/functions/v1/form?slug=${slug}`)).json()
	await expect.poll(async () => (await served()).author_fields).toEqual(rules)
}

function send(given: object) {
	const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
	const body = JSON.stringify(submissionBody({ slug, wording }, { author: given }))
	return app.fetch(`${app.url}/functions/v1/submit`, { method: 'POST', headers, body })
}

it('a field that is required and missing is refused by name, and blank counts as missing', async () => {
	await useRules({ title: 'required', company: 'required', url: 'required', email: 'required' })
	const refused = await send({ name: 'Ines', company: '  ' })
	expect(refused.status).toBe(422)
	expect((await refused.json()).error.fields).toEqual({
		'author.title': 'Add your job or title.',
		'author.company': 'Add your company.',
		'author.url': 'Add your website.',
		'author.email': 'Add your e-mail address.',
	})
	expect((await send(author)).status).toBe(201)
})

it('a field that is off is not stored, whatever is sent in it', async () => {
	await useRules({ title: 'off', url: 'off', email: 'off' })
	const { id } = await (await send({ ...author, url: 'no address', email: 'none' })).json()
	const columns = 'author_title, author_company, author_url, testimonial_contacts (email)'
	const { data } = await client.from('testimonials').select(columns).eq('id', id).single().throwOnError()
	expect(data).toMatchObject({ author_title: null, author_company: 'Harbour', author_url: null })
	expect(JSON.stringify(data)).not.toContain('none')
})

it('a submission right after a change is judged by the new rules, not by the cached ones', async () => {
	for (let turn = 0; turn < 10; turn++) {
		await setRules({ url: 'optional' }).throwOnError()
		expect((await send({ name: 'Ines', url: author.url })).status).toBe(201)
		await setRules({ url: 'off' }).throwOnError()
		expect((await send({ name: 'Ines', url: 'no address' })).status).toBe(201)
	}
})

it('a portrait is refused when it is missing and required', async () => {
	await useRules({ avatar: 'required' })
	const refused = await send(author)
	expect((await refused.json()).error.fields).toEqual({ avatar: 'Add your portrait.' })
})

it('the page shows no field that is off, and marks those that are required', async () => {
	await useRules({ avatar: 'off', title: 'off', company: 'required' })
	const page = await (await app.fetch(`${app.url}/collect/${slug}`)).text()
	expect(page).not.toMatch(/name="(avatar|title)"/)
	expect(page).toMatch(/<input[^>]* required=""[^>]* name="company"/)
	expect(page).toMatch(/name="url"/)
})

it('only known fields have a rule, and only known rules are stored', async () => {
	for (const rules of [{ name: 'off' }, { company: 'sometimes' }, { company: 1 }, ['company']])
		expect((await setRules(rules)).error?.code).toBe('23514')
})
