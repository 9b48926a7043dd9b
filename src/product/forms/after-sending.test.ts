import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwnSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let client: SupabaseClient
let form: string
let wording: string
const slug = 'fernhill'
beforeAll(async () => {
	app = await createTestApp()
	client = (await app.person()).client
	;({ form_id: form, wording } = await createOwnSpace(client, { slug }))
})
afterAll(() => app.close())

const change = (changes: object) => client.from('forms').update(changes).eq('id', form)

async function send(changes: Record<string, unknown>) {
	const { status, body } = await postSubmission(app, submissionBody({ slug, wording }, changes))
	expect(status).toBe(201)
	const url = body.receipt_url ?? ''
	const token = url.slice(url.lastIndexOf('/') + 1)
	return (await app.fetch(`${app.url}/functions/v1/receipt`, { headers: { 'receipt-token': token } })).json()
}

it('every sender gets the same coupon by their private link, and nobody reads it before sending', async () => {
	const thank_you = {
		coupon_code: 'CLAY-10',
		coupon_label: 'Ten off',
		link_url: 'https://shop.example',
		move_after: '10',
	}
	await change({ thank_you }).throwOnError()
	const senders = [{ rating: 1 }, { rating: 5 }, { rating: null }, { consent: { scope: 'private', wording } }]
	for (const sender of senders) {
		const receipt = await send(sender)
		expect(receipt.form.coupon).toEqual({ code: 'CLAY-10', label: 'Ten off' })
		expect(receipt.form.link).toEqual({ url: 'https://shop.example', label: null })
	}
	const read = async (path: string) => (await app.fetch(`${app.url}${path}`)).text()
	const definition = await read(`/functions/v1/form?slug=${slug}`)
	expect(JSON.parse(definition).thank_you).toEqual({
		link_url: 'https://shop.example',
		move_after: 10,
		has_coupon: true,
	})
	const { data } = await app.client().rpc('public_form', { slug }).throwOnError()
	for (const text of [definition, await read(`/collect/${slug}`), JSON.stringify(data)])
		expect(text).not.toContain('CLAY-10')
})

it('visitors are taken to encrypted addresses only, and only after a number of seconds that the page offers', async () => {
	for (const link_url of ['http://shop.example', 'javascript:alert(1)', '']) {
		await change({ thank_you: { link_url, move_after: '10' } }).throwOnError()
		const shown = await (await app.fetch(`${app.url}/functions/v1/form?slug=${slug}`)).json()
		expect(shown.thank_you.move_after).toBeUndefined()
	}
	const refused = [
		{ move_after: '0' },
		{ move_after: '' },
		{ move_after: 10 },
		{ coupon_code: 'x'.repeat(61) },
		{ coupon_code: 'A\nB' },
		{ coupon_label: 'x'.repeat(121) },
	]
	for (const thank_you of refused) expect((await change({ thank_you })).error?.code).toBe('23514')
})

it('a form without a coupon says nothing of one', async () => {
	await change({ thank_you: { coupon_code: '', coupon_label: 'Ten off' } }).throwOnError()
	expect((await send({})).form.coupon).toBeNull()
	const shown = await (await app.fetch(`${app.url}/functions/v1/form?slug=${slug}`)).json()
	expect(shown.thank_you).toEqual({})
})

it('a closed form shows the words of its owner, as text', async () => {
	await change({ is_open: false, closed_text: 'Back in May. <b>Bring clay.</b>' }).throwOnError()
	const page = await (await app.fetch(`${app.url}/collect/${slug}`)).text()
	expect(page).toContain('Back in May. &lt;b&gt;Bring clay.&lt;/b&gt;')
	expect(page).not.toContain('is not asking for new words')
	await change({ closed_text: '' }).throwOnError()
	expect(await (await app.fetch(`${app.url}/collect/${slug}`)).text()).toContain('is not asking for new words')
})
