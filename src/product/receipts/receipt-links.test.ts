import pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { listenerName } from '#platform/pg/listener.ts'
import { keyOfToken } from '#product/spaces/space-token.ts'
import { mailsTo } from '#test/support/outbox.ts'
import { createSpace, postSubmission, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { receiptSecretOf, receiptTokenOf } from './receipt-token.ts'

let app: TestApp
let space: SpaceFixture
let other: SpaceFixture
let id: string
let tokens: { present: string; earlier: string }
beforeAll(async () => {
	app = await createTestApp()
	space = await createSpace(app.database)
	other = await createSpace(app.database)
	id = (await postSubmission(app, submissionBody(space))).body.id ?? ''
	const { secret } = app.deps.keys
	tokens = { present: receiptTokenOf(secret, space.space_id, id), earlier: receiptSecretOf(secret, id) }
})
afterAll(() => app.close())

const paths = (token: string) => ['', '/download', '/receipt', '?check'].map((rest) => `/t/${token}${rest}`)
const open = (path: string, init: RequestInit = {}) => app.fetch(`${app.url}${path}`, { redirect: 'manual', ...init })
const receipt = (token: string, method = 'GET', body?: object) =>
	open('/functions/v1/receipt', {
		method,
		headers: { 'receipt-token': token, 'content-type': 'application/json' },
		body: body ? JSON.stringify(body) : null,
	})

it('a link with its space and one of earlier versions open and change the same testimonial', async () => {
	for (const token of Object.values(tokens)) {
		for (const path of paths(token)) expect([path, (await open(path)).status]).toEqual([path, 200])
		expect((await receipt(token, 'PATCH', { body: `Words by ${token.length} characters.` })).status).toBe(200)
		expect(await (await receipt(token)).json()).toMatchObject({ id, body: `Words by ${token.length} characters.` })
	}
})

it('a link that names another space, lacks its end or is not a token finds nothing, by any method', async () => {
	const wrong = [
		receiptTokenOf(app.deps.keys.secret, other.space_id, id),
		receiptTokenOf(app.deps.keys.secret, '00000000-0000-0000-0000-000000000000', id),
		tokens.present.slice(0, -1),
		tokens.earlier.slice(0, -1),
		`${tokens.present}A`,
		tokens.present.slice(-43),
		'x'.repeat(64),
	]
	for (const token of wrong) {
		for (const path of paths(token)) expect([path, (await open(path)).status]).toEqual([path, 404])
		const page = new URLSearchParams({ do: 'erase' })
		expect((await open(`/t/${token}`, { method: 'POST', body: page })).status).toBe(404)
		const asked = [receipt(token), receipt(token, 'PATCH', { withdrawn: true }), receipt(token, 'DELETE')]
		expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404])
		const upload = { method: 'POST', headers: { 'receipt-token': token }, body: '{"kind":"video","bytes":1000}' }
		expect((await open('/functions/v1/upload', upload)).status).toBe(404)
	}
	expect(await (await receipt(tokens.present)).json()).toMatchObject({ id, withdrawn_at: null })
})

it('a node makes links as an earlier version does while one is connected, and names the space in later ones', async () => {
	// It does not mark its listener.
	const earlier = new pg.Client({ ...app.database.owner, application_name: `${listenerName} of-an-earlier-version` })
	await earlier.connect()
	const upgraded = await createTestApp({}, app.database)
	const clock = vi.spyOn(Date, 'now')
	try {
		const author = { name: 'Ines', email: 'ines@harbour.example' }
		const linkOf = async (body: string) =>
			(await postSubmission(upgraded, submissionBody(space, { author, body }))).body.receipt_url?.split('/').at(-1) ??
			''
		const during = await linkOf('A cup of the first hour.')
		expect(during).toMatch(/^[\w-]{43}$/)
		expect((await receipt(during)).status).toBe(200)
		await earlier.end()
		expect(await linkOf('A cup of the same half minute.')).toMatch(/^[\w-]{43}$/)
		const now = Date.now()
		clock.mockImplementation(() => now + 31_000)
		expect(await linkOf('A cup of the next one.')).toMatch(/^[\w-]{64}$/)
	} finally {
		clock.mockRestore()
		await upgraded.close()
	}
})

it('the mail after a submission has a link that names the space', async () => {
	const author = { name: 'Tom', email: 'tom@harbour.example' }
	const sent = await postSubmission(app, submissionBody(space, { author, body: 'A mail with a link.' }))
	await runDueJobs(app.deps)
	const [mail] = await mailsTo(app, 'tom@harbour.example')
	const token = receiptTokenOf(app.deps.keys.secret, space.space_id, sent.body.id ?? '')
	expect(mail?.text).toContain(`http://localhost:3000/t/${token}?c=`)
})

it('each statement of a request by a private link names the space in its parameters', async () => {
	// Their statements are not of the request.
	await app.stopWorkers()
	const asked = vi.spyOn(pg.Client.prototype, 'query')
	const key = keyOfToken(tokens.present)
	await receipt(tokens.present, 'PATCH', { body: 'Words that lead to their space.' })
	for (const path of paths(tokens.present)) await open(path)
	const statements = asked.mock.calls.flatMap(([query]) => {
		const { text, values } = query as unknown as { text: string; values?: unknown[] }
		return /\b(private|public)\./.test(text) ? [{ text, first: values?.[0] }] : []
	})
	asked.mockRestore()
	expect(statements.length).toBeGreaterThan(6)
	expect(statements.filter(({ first }) => !(first instanceof Buffer && key?.equals(first)))).toEqual([])
})
