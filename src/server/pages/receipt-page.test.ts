import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { submissionTo } from '#test/submission.ts'
import { arrangeSpace, post } from '#test/visitor.ts'

let app: TestApp
let path: string
beforeAll(async () => {
	app = await createTestApp()
	const space = await arrangeSpace(app.database)
	const sent = await post(app, submissionTo(space, { body: 'A <b>bowl</b> & a "mug".' }))
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

it('shows the whole words to the holder of the link and leaves no trace of the visit', async () => {
	const answer = await get(path)
	const html = await answer.text()
	expect(answer.status).toBe(200)
	expect(html).toContain('A &lt;b&gt;bowl&lt;/b&gt; &amp; a &quot;mug&quot;.')
	expect(answer.headers.get('cache-control')).toBe('no-store')
	expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
	expect(html).toContain('<meta name="robots" content="noindex, nofollow">')
})

it('reads no more of a form than a form can have, whoever sends it where', async () => {
	const body = `body=${'x'.repeat(2_000_000)}`
	for (const address of [path, '/t/nobody'])
		for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
			const headers = { 'content-type': type }
			const answer = await app.fetch(`${app.url}${address}`, { method: 'POST', body, headers })
			expect(answer.status).toBe(413)
		}
})

it('edits, and keeps an edit that cannot be saved', async () => {
	const saved = await act({ do: 'edit', body: 'Better words.', name: 'Ines' })
	expect([saved.status, saved.headers.get('location')]).toEqual([303, `${path}?edited`])
	expect(await (await get(path)).text()).toContain('Better words.')
	const refused = await act({ do: 'edit', body: 'Typed with care.', name: '' })
	expect(refused.status).toBe(422)
	expect(await refused.text()).toContain('>Typed with care.</textarea>')
	expect(await (await get(path)).text()).not.toContain('Typed with care.')
})

it('withdraws and puts back', async () => {
	await act({ do: 'withdraw' })
	expect(await (await get(path)).text()).toContain('It is shown nowhere.')
	await act({ do: 'return' })
	expect(await (await get(path)).text()).not.toContain('Withdrawn on')
})

it('takes no order from another site', async () => {
	const answer = await act({ do: 'erase' }, { 'sec-fetch-site': 'cross-site' })
	expect(answer.status).toBe(404)
	expect((await get(path)).status).toBe(200)
})

it('gives everything in one file', async () => {
	const answer = await get(`${path}/download`)
	expect(answer.headers.get('content-disposition')).toBe('attachment; filename="my-words.json"')
	expect(answer.headers.get('cache-control')).toBe('no-store')
	expect(await answer.json()).toMatchObject({ body: 'Better words.', consent: { scope: 'public' } })
})

it('erases for good: the link then looks like one that never was', async () => {
	const erased = await act({ do: 'erase' })
	expect(await erased.text()).toContain('It is erased.')
	const gone = await get(path)
	const never = await get(`/t/${'x'.repeat(43)}`)
	expect([gone.status, never.status]).toEqual([404, 404])
	expect(await gone.text()).toBe(await never.text())
})
