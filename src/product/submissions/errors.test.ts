import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: SpaceFixture

beforeAll(async () => {
	app = await createTestApp()
	space = await createSpace(app.database)
})
afterAll(async () => {
	const left = await asOwner(app.database, 'select 1 from public.testimonials union all select 1 from private.receipts')
	expect(left).toEqual([])
	await app.close()
})

const author = (changes: object) => ({ author: { name: 'Ines', ...changes } })

test.each<[string, Record<string, unknown>]>([
	['rating', { rating: 0 }],
	['rating', { rating: 6 }],
	['rating', { rating: 4.5 }],
	['rating', { rating: '5' }],
	['rating', { rating: -1 }],
	['rating', { rating: true }],
	['rating', { rating: [5] }],
	['rating', { rating: Number.MAX_SAFE_INTEGER }],
	['body', { body: '' }],
	['body', { body: ' \n\t ' }],
	['body', { body: null }],
	['body', { body: 5 }],
	['body', { body: { text: 'a' } }],
	['body', { body: 'x'.repeat(5001) }],
	['body', { body: 'nul \u0000 here' }],
	['body', { body: 'bell \u0007 here' }],
	['body', { body: 'tab \t here' }],
	['body', { body: 'escape \u001b[31m here' }],
	['body', { body: 'C1 \u0085 here' }],
	['body', { body: 'carriage \r here' }],
	['body', { body: 'lone \ud800 surrogate' }],
	['body', { body: 'lone \udfff surrogate' }],
	['author.name', { author: undefined }],
	['author.name', { author: 'Ines' }],
	['author.name', { author: [] }],
	['author.name', author({ name: '' })],
	['author.name', author({ name: '\u200b\u202e' })],
	['author.name', author({ name: 'a\nb' })],
	['author.name', author({ name: 7 })],
	['author.name', author({ name: 'x'.repeat(121) })],
	['author.title', author({ title: 'x'.repeat(121) })],
	['author.company', author({ company: ['x'] })],
	['author.url', author({ url: 'javascript:alert(1)' })],
	['author.url', author({ url: 'data:text/html,x' })],
	['author.url', author({ url: 'harbour' })],
	['author.url', author({ url: 'ftp://harbour.org' })],
	['author.url', author({ url: 'https://user:pass@harbour.org' })],
	['author.url', author({ url: 'https://' })],
	['author.url', author({ url: 'https://harbour.org/ with space' })],
	['author.url', author({ url: `https://harbour.org/${'x'.repeat(2000)}` })],
	['author.email', author({ email: 'ines' })],
	['author.email', author({ email: 'ines@harbour.org\r\nBcc: x@y.zz' })],
	['author.email', author({ email: `${'x'.repeat(250)}@harbour.org` })],
	['author.admin', author({ admin: true })],
	['consent', { consent: undefined }],
	['consent', { consent: true }],
	['consent', { consent: { scope: 'everything', wording: 'x' } }],
	['consent', { consent: { wording: 'x' } }],
	['consent.wording', { consent: { scope: 'public' } }],
	['consent.wording', { consent: { scope: 'public', wording: ' ' } }],
	['consent.wording', { consent: { scope: 'public', wording: 'a\u0000b' } }],
	['consent.wording', { consent: { scope: 'public', wording: 'x'.repeat(2001) } }],
	['consent.wording', { consent: { scope: 'public', wording: 5 } }],
	['consent.given_at', { consent: { scope: 'private', given_at: '2020-01-01' } }],
	['kind', { kind: 'video' }],
	['kind', { kind: 'audio' }],
	['kind', { kind: 'review' }],
	['kind', { kind: 7 }],
	['photo', { kind: 'photo' }],
	['media', { media: ['00000000-0000-4000-8000-000000000000'] }],
	['media', { media: 'x' }],
	['answers', { answers: {} }],
	['answers', { answers: ['x'] }],
	['answers', { answers: [{ question_id: 'nowhere', value: 'x' }] }],
	['locale', { locale: 'not a language' }],
	['locale', { locale: 5 }],
	['form', { form: undefined }],
	['form', { form: 5 }],
	['status', { status: 'approved' }],
	['space_id', { space_id: '00000000-0000-4000-8000-000000000000' }],
	['spam_state', { spam_state: 'clean' }],
])('refuses and names %s in %j', async (field, changes) => {
	const answer = await postSubmission(app, submissionBody(space, changes))
	expect([answer.status, answer.body.error?.code]).toEqual([422, 'invalid'])
	expect(answer.body.error?.fields).toHaveProperty([field])
	expect(Object.keys(answer.body.error?.fields ?? {})).toEqual([field])
})

test('`__proto__` in JSON is an unknown field', async () => {
	const text = JSON.stringify(submissionBody(space)).replace('{', '{"__proto__":{"rating":1},')
	const answer = await postSubmission(app, text)
	expect(answer.body.error?.fields).toEqual({ ['__proto__']: 'There is no such field.' })
	expect(({} as { rating?: number }).rating).toBeUndefined()
})

test.each([
	['half of it', '{"form":'],
	['nothing', ''],
	['a list', '[]'],
	['a string', '"form"'],
	['null', 'null'],
	['very deep', '['.repeat(100_000)],
	['a NUL', '\u0000'],
])('JSON that is %s is bad_json', async (_, text) => {
	const answer = await postSubmission(app, text)
	expect([answer.status, answer.body.error?.code]).toEqual([400, 'bad_json'])
})

test('bytes that are not UTF-8 are refused rather than replaced', async () => {
	const body = Buffer.from(JSON.stringify(submissionBody(space, { body: 'Z\u00fcrich' })), 'latin1')
	const response = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body,
	})
	expect(response.status).toBe(400)
})

test('300,000 characters are refused with 413 in every content type', async () => {
	const body = 'x'.repeat(300_000)
	expect((await postSubmission(app, submissionBody(space, { body }))).status).toBe(413)
	const { slug } = space
	const typed = new URLSearchParams({ form: slug, body, name: 'Ines' })
	expect((await postSubmission(app, typed, { accept: 'application/json' })).status).toBe(413)
	const form = new FormData()
	for (const [name, value] of typed) form.set(name, value)
	const answer = await postSubmission(app, form, { accept: 'application/json' })
	expect([answer.status, answer.body.error?.fields]).toEqual([413, { body: 'This is too long.' }])
	const stream = new ReadableStream({
		start(controller) {
			controller.enqueue(Buffer.from(JSON.stringify(submissionBody(space, { body }))))
			controller.close()
		},
	})
	const chunked = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: stream,
		duplex: 'half',
	} as RequestInit)
	expect(chunked.status).toBe(413)
})

test.each(['text/plain', 'application/xml', ''])('content of type "%s" is 415', async (type) => {
	const response = await app.fetch(`${app.url}/functions/v1/submit`, {
		method: 'POST',
		headers: type ? { 'content-type': type } : {},
		body: Buffer.from(JSON.stringify(submissionBody(space))),
	})
	expect(response.status).toBe(415)
})

test('a truncated or malformed form post is refused', async () => {
	for (const body of ['', 'nonsense', '--x\r\nContent-Disposition: form-data; name="form"\r\n\r\nfern']) {
		const response = await app.fetch(`${app.url}/functions/v1/submit`, {
			method: 'POST',
			headers: { 'content-type': 'multipart/form-data; boundary=x', accept: 'application/json' },
			body: Buffer.from(body),
		})
		expect([400, 422]).toContain(response.status)
	}
})

test('other methods are refused with 405 and the allowed ones', async () => {
	const response = await app.fetch(`${app.url}/functions/v1/submit`)
	expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
})
