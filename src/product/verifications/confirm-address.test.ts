import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { receiptSecretOf, receiptTokenOf } from '#product/receipts/receipt-token.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { mailProofOf } from './mail-proof.ts'

let app: TestApp
let space: SpaceFixture
let people = 0

beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	space = await createSpace(app.database)
})
afterAll(() => app.close())

/** Submits a testimonial with an address of its own. */
async function submit(locale = 'en') {
	const email = `ines-${++people}@harbour.example`
	const { body } = await postSubmission(
		app,
		submissionBody(space, { author: { name: 'Ines', email }, locale, body: `Words number ${people} of Ines.` }),
	)
	const id = body.id ?? ''
	return {
		id,
		email,
		path: new URL(body.receipt_url ?? '').pathname,
		proof: mailProofOf(app.deps.keys.secret, id, email),
	}
}

const get = (path: string) => app.fetch(`${app.url}${path}`)
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
	app.fetch(`${app.url}${path}`, {
		method: 'POST',
		body: new URLSearchParams({ do: 'confirm', ...fields }),
		headers,
		redirect: 'manual',
	})
const basesOf = (id: string) =>
	app.sql<{ basis: string; evidence: string }>(
		'select basis, evidence from public.verifications where testimonial_id = $1',
		[id],
	)

test('the mailed private link confirms the address by its button, and never by opening it', async () => {
	const { id, email, path, proof } = await submit()
	const [mail] = await mailsTo(app, email)
	expect(mail?.text).toContain(`${path}?c=${proof}`)
	for (let times = 0; times < 3; times++) {
		const page = await get(`${path}?c=${proof}`)
		const html = await page.text()
		expect(html).toContain('Is this your address?')
		expect(html).toContain(email)
		expect(page.headers.get('cache-control')).toBe('no-store')
		expect(page.headers.get('referrer-policy')).toBe('no-referrer')
	}
	expect(await basesOf(id)).toEqual([])
	const pressed = await post(path, { c: proof })
	expect([pressed.status, (await pressed.text()).includes('Your address is confirmed.')]).toEqual([200, true])
	expect(await basesOf(id)).toEqual([{ basis: 'email', evidence: 'i…@harbour.example' }])
	// The link of the mail is the private page from now on.
	expect(await (await get(`${path}?c=${proof}`)).text()).toContain('How we know it is you')
	expect((await post(path, { c: proof })).status).toBe(200)
	const events = await app.sql(
		`select kind, actor from public.testimonial_events where testimonial_id = $1 and kind = 'address_confirmed'`,
		[id],
	)
	expect(events).toEqual([{ kind: 'address_confirmed', actor: 'submitter' }])
})

test('the private link that is shown after sending cannot confirm the address', async () => {
	const mine = await submit()
	const other = await submit()
	const { secret } = app.deps.keys
	const forged = [
		'',
		'x'.repeat(43),
		receiptSecretOf(secret, mine.id),
		receiptTokenOf(secret, space.space_id, mine.id),
		other.proof,
		mailProofOf(secret, mine.id, other.email),
		mailProofOf(secret, mine.id, mine.email.toUpperCase()),
		mine.proof.slice(0, -1),
		`${mine.proof}A`,
	]
	for (const proof of forged) {
		expect(await (await get(`${mine.path}?c=${encodeURIComponent(proof)}`)).text()).not.toContain(
			'Is this your address?',
		)
		const answer = await post(mine.path, { c: proof })
		expect([answer.status, answer.headers.get('location')]).toEqual([303, mine.path])
	}
	expect((await post(mine.path, {})).status).toBe(303)
	expect((await post('/t/nobody', { c: mine.proof })).status).toBe(404)
	expect((await post(mine.path, { c: mine.proof }, { 'sec-fetch-site': 'cross-site' })).status).toBe(404)
	expect([await basesOf(mine.id), await basesOf(other.id)]).toEqual([[], []])
})

test('a mail to a former address confirms nothing, and a confirmed address stays evidence', async () => {
	const { id, email, path, proof } = await submit()
	const move = (to: string) =>
		app.sql('update public.testimonial_contacts set email = $2 where testimonial_id = $1', [id, to])
	await move('new@harbour.example')
	expect((await post(path, { c: proof })).status).toBe(303)
	expect(await basesOf(id)).toEqual([])
	await move(email)
	await post(path, { c: proof })
	await move('new@harbour.example')
	expect(await basesOf(id)).toHaveLength(1)
})

test('a receipt changes no basis, and an erased testimonial confirms nothing', async () => {
	const { id, path, proof } = await submit()
	const headers = { 'receipt-token': path.split('/').at(-1) ?? '', 'content-type': 'application/json' }
	for (const change of [
		{ basis: 'order' },
		{ bases: ['order'] },
		{ verifications: [] },
		{ email: 'x@harbour.example' },
	]) {
		const body = JSON.stringify(change)
		const answer = await app.fetch(`${app.url}/functions/v1/receipt`, { method: 'PATCH', headers, body })
		expect(answer.status).toBe(422)
	}
	const record = await (await app.fetch(`${app.url}/functions/v1/receipt`, { headers })).json()
	expect(record).toMatchObject({ basis: null, bases: [] })
	await post(path, { do: 'erase' })
	expect((await post(path, { c: proof })).status).toBe(404)
	expect(await basesOf(id)).toEqual([])
})

test('a published testimonial shows its confirmed address on the wall at once', async () => {
	const { id, path, proof } = await submit()
	await app.sql(`update public.testimonials set status = 'approved' where id = $1`, [id])
	const wall = async () => (await get(`/functions/v1/wall?slug=${space.slug}`)).json()
	expect(await wall()).toMatchObject({ items: [{ basis: null }] })
	await post(path, { c: proof })
	await expect.poll(wall).toMatchObject({ items: [{ basis: 'email' }] })
})

test('the page that confirms an address speaks the language of the testimonial', async () => {
	for (const [locale, title] of [
		['de', 'Ist das Ihre Adresse?'],
		['fr-CA', 'Est-ce votre adresse\u00a0?'],
		['es', '¿Es esta su dirección?'],
		['ar', 'هل هذا عنوانك؟'],
		['ja', 'Is this your address?'],
	] as const) {
		const { path, proof } = await submit(locale)
		const html = await (await get(`${path}?c=${proof}`)).text()
		expect(html).toContain(title)
		expect(html).toContain(locale === 'ar' ? '<html lang="ar" dir="rtl"' : 'dir="ltr"')
	}
})
