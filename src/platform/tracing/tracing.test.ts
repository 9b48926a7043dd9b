import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

type SentSpan = {
	name: string
	traceId: string
	spanId: string
	parentSpanId?: string
	status?: { code?: number }
	attributes: { key: string; value: Record<string, unknown> }[]
}
type Export = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }

/** A receiver of OTLP over HTTP, as a collector is. */
const received: { path: string | undefined; body: Export }[] = []
const receiver = createServer(async (request, response) => {
	received.push({ path: request.url, body: (await json(request)) as Export })
	response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
})
let app: TestApp
let s3: S3Server
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const callerSpan = '00f067aa0ba902b7'

beforeAll(async () => {
	await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done))
	s3 = await startS3Server()
	const endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`
	app = await createTestApp({ ...s3.settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })
})
afterAll(async () => {
	await app.close()
	await s3.close()
	receiver.close()
})

it('a request, its transactions, its mails and its files are spans of one trace, without personal data', async () => {
	const { client, email } = await app.person('secret-name')
	const apikey = app.deps.keys.anonKey
	for (const traceparent of [`00-${traceId}-${callerSpan}-01`, 'nonsense'])
		await app.fetch(`${app.url}/functions/v1/form?slug=secret-form`, { headers: { apikey, traceparent } })
	await client.auth.resetPasswordForEmail(email)
	const admin = app.admin()
	await admin.storage.createBucket('traced').then(({ error }) => expect(error).toBe(null))
	await admin.storage.from('traced').upload('secret-file', 'text', { contentType: 'text/plain' })
	await app.deps.jobs.idle()
	await app.deps.tracing?.close()

	expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
	const spans = received.flatMap(({ body }) =>
		body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((s) => s.spans)),
	)
	const names = new Set(spans.map(({ name }) => name))
	for (const name of ['GET /functions/v1/form', 'transaction', 'job mail', 'mail', 's3 put'])
		expect([...names]).toContain(name)

	const ours = spans.filter((span) => span.traceId === traceId)
	const request = ours.find(({ name }) => name === 'GET /functions/v1/form')
	expect(request?.parentSpanId).toBe(callerSpan)
	expect(request?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 404 } })
	expect(ours.find(({ name }) => name === 'transaction')?.parentSpanId).toBe(request?.spanId)
	// A header that cannot be understood begins a trace.
	expect(spans.filter(({ name }) => name === 'GET /functions/v1/form')).toHaveLength(2)
	const mail = spans.find(({ name }) => name === 'mail')
	expect(spans.find(({ spanId }) => spanId === mail?.parentSpanId)?.name).toBe('job mail')
	expect(JSON.stringify(received)).not.toMatch(/secret|example\.test/)
})

it('without an endpoint there are no traces', async () => {
	const plain = await createTestApp()
	expect(plain.deps.tracing).toBe(undefined)
	await plain.close()
})
