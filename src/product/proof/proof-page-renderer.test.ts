import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Proven, sendTestimonial } from '#test/support/product/proven-testimonial.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import type { ReceiptFile } from './receipt-file.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyReceipt } from './verify-receipt.ts'

let app: TestApp
let sent: Proven
beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	sent = await sendTestimonial(app, { body: 'Four bowls for every day.' })
	await update(`status = 'approved'`)
})
afterAll(() => app.close())

const update = (change: string) =>
	asOwner(app.database, `update public.testimonials set ${change} where id = $1`, [sent.id])
const get = (path: string) => app.fetch(`${app.url}${path}`)
const page = async () => (await get(`/proof/${sent.id}`)).text()
async function publicFile(): Promise<ReceiptFile> {
	const file = (await (await get(`/proof/${sent.id}/receipt`)).json()) as ReceiptFile
	expect(verifyReceipt(file).failed).toBeNull()
	return file
}

test('the proof of a public testimonial opens its words and author, is cached, and stays out of search engines', async () => {
	while (await sealEntries(app.deps)) {
		// Until nothing is new.
	}
	const answer = await get(`/proof/${sent.id.toUpperCase()}`)
	expect([answer.status, answer.headers.get('cache-control')]).toEqual([
		200,
		expect.stringMatching(/^public, max-age=/),
	])
	const html = await answer.text()
	expect(html).toContain('These are all the words of entry 1')
	expect(html).toContain('A signed checkpoint stands above them')
	expect(html).toContain('<meta name="robots" content="noindex">')
	expect(html).not.toMatch(/verified|compliant/i)
	const file = await publicFile()
	expect(file).toMatchObject({ words: { body: 'Four bowls for every day.' }, author: { name: 'Ines Castellanos' } })
	// An agreement is between the submitter and the space.
	expect(JSON.stringify(file)).not.toContain(sent.space.wording)
	expect(JSON.stringify(file)).not.toContain(sent.space.owner)
})

test('the proof is rendered anew until it is sealed, then kept until something happens to the testimonial', async () => {
	expect(await page()).toContain('They are sealed within a minute')
	while (await sealEntries(app.deps)) {
		// Until nothing is new.
	}
	const sealed = await page()
	expect(sealed).toContain('A signed checkpoint stands above them')
	await asOwner(app.database, `update public.spaces set locale = 'de' where id = $1`, [sent.space.space_id])
	await expect.poll(page).not.toBe(sealed)
	await update(`status = 'archived'`)
	await expect.poll(async () => (await get(`/proof/${sent.id}`)).status).toBe(404)
})

test('words without a name open without the author, and a part opens nothing', async () => {
	await sent.service.change(sent.token, () => ({ consent: { scope: 'anonymous', wording: sent.space.wording } }))
	const file = await publicFile()
	expect(file).toMatchObject({ words: { body: 'Four bowls for every day.' }, author: null })
	for (const text of [JSON.stringify(file), await page()]) expect(text).not.toContain('Castellanos')
	await update('excerpt_start = 0, excerpt_end = 10')
	const part = await publicFile()
	expect(part).toMatchObject({ words: null, author: null })
	for (const text of [JSON.stringify(part), await page()]) expect(text).not.toContain('every day')
})

test('while an edit waits, the proof is that of the words which are shown', async () => {
	await sent.service.change(sent.token, () => ({ body: 'Secret words that wait.' }))
	expect((await publicFile()).words?.body).toBe('Four bowls for every day.')
	for (const text of [JSON.stringify(await publicFile()), await page()]) expect(text).not.toContain('Secret')
	await update(`status = 'approved'`)
	expect((await publicFile()).words?.body).toBe('Secret words that wait.')
})

test('there is no proof of what is not public, nor at other addresses', async () => {
	const pending = await sendTestimonial(app)
	await sent.service.change(sent.token, () => ({ withdrawn: true }))
	for (const id of [sent.id, pending.id, '00000000-0000-4000-8000-000000000000', 'nothing', `${sent.id}x`])
		for (const path of [`/proof/${id}`, `/proof/${id}/receipt`]) expect((await get(path)).status).toBe(404)
})
