import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSpace, postSubmission } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let path: string
beforeAll(async () => {
	app = await createTestApp()
	const space = await createSpace(app.database)
	const sent = await postSubmission(app, submissionBody(space, { body: 'A <b>bowl</b> & a "mug".' }))
	path = new URL(sent.body.receipt_url ?? '').pathname
})
afterAll(() => app.close())

const get = (address: string) => app.fetch(`${app.url}${address}`)
const act = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
	app.fetch(`${app.url}${path}`, {
		method: 'POST',
		body: new URLSearchParams(fields),
		headers,
		redirect: 'manual',
	})

it('the receipt page shows the whole record and is neither cached nor indexed', async () => {
	const answer = await get(path)
	const html = await answer.text()
	expect(answer.status).toBe(200)
	expect(html).toContain('A &lt;b&gt;bowl&lt;/b&gt; &amp; a &quot;mug&quot;.')
	expect(answer.headers.get('cache-control')).toBe('no-store')
	expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
	expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
})

it('the receipt page refuses a form larger than its limit', async () => {
	const body = `body=${'x'.repeat(2_000_000)}`
	for (const address of [path, '/t/nobody'])
		for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
			const headers = { 'content-type': type }
			const answer = await app.fetch(`${app.url}${address}`, { method: 'POST', body, headers })
			expect(answer.status).toBe(413)
		}
})

it('the receipt page saves an edit, and shows an invalid one again', async () => {
	const saved = await act({ do: 'edit', body: 'Better words.', name: 'Ines' })
	expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?edited`])
	expect(await (await get(path)).text()).toContain('Better words.')
	const refused = await act({ do: 'edit', body: 'Typed with care.', name: '' })
	expect(refused.status).toBe(422)
	expect(await refused.text()).toContain('>Typed with care.</textarea>')
	expect(await (await get(path)).text()).not.toContain('Typed with care.')
})

it('the receipt page withdraws and restores', async () => {
	await act({ do: 'withdraw' })
	expect(await (await get(path)).text()).toContain('It is shown nowhere.')
	await act({ do: 'return' })
	expect(await (await get(path)).text()).not.toContain('Withdrawn on')
})

it('the receipt page refuses posts of other sites', async () => {
	const answer = await act({ do: 'erase' }, { 'sec-fetch-site': 'cross-site' })
	expect(answer.status).toBe(404)
	expect((await get(path)).status).toBe(200)
})

it('the receipt can be downloaded as one file', async () => {
	const answer = await get(`${path}/download`)
	expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-words.json"')
	expect(answer.headers.get('cache-control')).toBe('no-store')
	expect(await answer.json()).toMatchObject({ body: 'Better words.', consent: { scope: 'public' } })
})

it('after erasing, the private link answers like one that never existed', async () => {
	const erased = await act({ do: 'erase' })
	expect(await erased.text()).toContain('It is erased.')
	const gone = await get(path)
	const never = await get(`/t/${'x'.repeat(43)}`)
	expect([gone.status, never.status]).toEqual([404, 404])
	expect(await gone.text()).toBe(await never.text())
})

const writeIn = async (locale: string) => {
	const space = await createSpace(app.database)
	const body = `Words of ${locale} that nobody else sent.`
	const sent = await postSubmission(app, submissionBody(space, { body, locale, author: { name: 'Ines' } }))
	return new URL(sent.body.receipt_url ?? '').pathname
}
const postTo = (address: string, fields: Record<string, string>) =>
	app.fetch(`${app.url}${address}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

it.each([
	['de-AT', 'de', 'ltr', 'Ihre Worte für Fernhill Pottery', 'Geben Sie Ihren Namen an', 'Es ist gelöscht.'],
	['fr', 'fr', 'ltr', 'Vos mots pour Fernhill Pottery', 'Ajoutez votre nom', 'C’est effacé.'],
	['es', 'es', 'ltr', 'Sus palabras para Fernhill Pottery', 'Añada su nombre', 'Se ha borrado.'],
	['ar', 'ar', 'rtl', 'كلماتك عن \u2068Fernhill Pottery\u2069', 'أضف اسمك', 'مُحيت.'],
])(
	'the receipt page of words in %s speaks %s, also after a refusal and once erased',
	async (locale, lang, dir, title, problem, erased) => {
		const address = await writeIn(locale)
		const html = await (await get(address)).text()
		expect(html).toContain(`<html lang="${lang}" dir="${dir}"`)
		expect(html).toContain(title)
		expect(html).toContain('<a class="wordmark" href="/" dir="ltr">')
		expect(html).not.toMatch(/Take it back|Withdraw|Consent<|History|Edit my words|UTC at/)
		const refused = await postTo(address, { do: 'edit', body: 'Typed with care.', name: '' })
		expect(refused.status).toBe(422)
		expect(await refused.text()).toContain(problem)
		expect(await (await postTo(address, { do: 'erase' })).text()).toContain(erased)
	},
)

it('words in a language without a translation, and an unknown link, get the language of the browser', async () => {
	const headers = { 'accept-language': 'fr-CH,en;q=0.5' }
	const japanese = await app.fetch(`${app.url}${await writeIn('ja')}`, { headers })
	expect(await japanese.text()).toContain('<html lang="fr"')
	const unknown = await app.fetch(`${app.url}/t/nobody`, { headers })
	expect([unknown.status, (await unknown.text()).includes('Rien n’est conservé ici.')]).toEqual([404, true])
	expect(await (await get('/t/nobody')).text()).toContain('Nothing is kept here.')
})
