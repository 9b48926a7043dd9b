import { hostname } from 'node:os'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { BlockedAddress } from '#platform/http/public-address.ts'
import { type HookReceiver, type HookReply, startHookReceiver } from '#test/fakes/hook-receiver.ts'
import { httpHook } from './http-hook.ts'

const times = { altogether: 400, between: 20 }

describe('an HTTP hook', () => {
	let receiver: HookReceiver
	beforeAll(async () => {
		receiver = await startHookReceiver()
	})
	afterEach(() => {
		receiver.calls.length = 0
		receiver.requests = 0
		receiver.reply = () => ({})
	})
	afterAll(() => receiver.close())

	const call = (payload = '{"user":{}}', uri = `${receiver.url}/hook`) =>
		httpHook({ uri, secrets: receiver.secrets, allowPrivate: false, times })(payload)
	const answering = (...replies: HookReply[]) => {
		receiver.reply = () => replies.shift() ?? {}
	}
	const failure = (uri: string) => call('{}', uri).catch(({ cause }) => cause)
	const outcome = (payload?: string, uri?: string) =>
		call(payload, uri).then(
			(text) => text,
			({ status, code, message }) => [status, code, message],
		)

	it('an HTTP hook is posted to as JSON, sealed with every secret under one id, and its answer read', async () => {
		receiver.reply = () => ({ body: { said: 1 } })
		expect(await call('{"some":"thing ✓"}')).toBe('{"said":1}')
		const [received] = receiver.calls
		expect(received?.payload).toEqual({ some: 'thing ✓' })
		expect(received?.headers).toMatchObject({
			'content-type': 'application/json',
			'accept-encoding': 'identity',
			'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
			'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
			'webhook-signature': expect.stringMatching(/^v1,[^ ]{44} v1,[^ ]{44}$/),
		})
	})

	it('an HTTP hook may answer 202, or 204 without a body', async () => {
		answering({ status: 202 })
		expect(await call()).toBe('{}')
		answering({ status: 204, headers: { 'content-type': '' } }, { status: 204 })
		expect([await call(), await call()]).toEqual([undefined, undefined])
	})

	it.each([429, 503])('an HTTP hook is called again after %i with Retry-After, under the same id', async (status) => {
		const later = { status, headers: { 'retry-after': '0' } }
		answering(later, { ...later, headers: { 'retry-after': 'true' } }, { body: { third: true } })
		expect(await call()).toBe('{"third":true}')
		expect(receiver.requests).toBe(3)
		expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1)
	})

	it('an HTTP hook is called three times at most', async () => {
		receiver.reply = () => ({ status: 503, headers: { 'retry-after': '0' } })
		const unavailable = [500, 'unexpected_failure', 'Service currently unavailable due to hook']
		expect(await outcome()).toEqual(unavailable)
		expect(receiver.requests).toBe(3)
	})

	it('an HTTP hook is called again after a lost connection, three times at most', async () => {
		answering({ fails: 'hang up' }, { fails: 'hang up' }, { body: { third: true } })
		expect(await call()).toBe('{"third":true}')
		receiver.reply = () => ({ fails: 'hang up' })
		expect(await outcome()).toEqual([422, 'hook_timeout_after_retry', 'Failed to reach hook after maximum retries'])
	})

	it('an HTTP hook has a total time limit, however slowly it answers', async () => {
		receiver.reply = () => ({ fails: 'silence' })
		expect(await outcome()).toEqual([
			422,
			'hook_timeout',
			'Failed to reach hook within maximum time of 0.400000 seconds',
		])
	})

	it.each<[string, HookReply, [number, string, string]]>([
		[
			'429 without Retry-After',
			{ status: 429 },
			[500, 'unexpected_failure', 'Service currently unavailable due to hook'],
		],
		['400', { status: 400 }, [500, 'unexpected_failure', 'Invalid payload sent to hook']],
		['401', { status: 401 }, [500, 'unexpected_failure', 'Hook requires authorization token']],
		['500', { status: 500 }, [500, 'unexpected_failure', 'Unexpected status code returned from hook: 500']],
		[
			'a redirect',
			{ status: 302, headers: { location: 'http://127.0.0.1:1/' } },
			[500, 'unexpected_failure', 'Unexpected status code returned from hook: 302'],
		],
		[
			'text',
			{ headers: { 'content-type': 'text/plain' }, body: '{}' },
			[400, 'hook_payload_invalid_content_type', 'Invalid JSON response. Received content-type: text/plain'],
		],
		[
			'no type',
			{ headers: { 'content-type': '' }, body: '{}' },
			[400, 'hook_payload_invalid_content_type', 'Invalid Content-Type: Missing Content-Type header'],
		],
		[
			'more than 200 KiB',
			{ body: `"${'x'.repeat(200 * 1024)}"` },
			[422, 'hook_payload_over_size_limit', 'Payload size exceeded size limit of 204800 bytes'],
		],
	])('an HTTP hook that answers %s fails without another attempt', async (_, reply, expected) => {
		receiver.reply = () => reply
		expect(await outcome()).toEqual(expected)
		expect(receiver.requests).toBe(1)
	})

	it('an HTTP hook takes 200 KiB to the byte, and is sent no more', async () => {
		receiver.reply = () => ({ body: `"${'x'.repeat(200 * 1024 - 2)}"` })
		expect(await call()).toHaveLength(200 * 1024)
		expect(await outcome(`"${'x'.repeat(200 * 1024 - 1)}"`)).toEqual([
			422,
			'hook_payload_over_size_limit',
			'Payload size exceeded size limit of 204800 bytes',
		])
		expect(receiver.requests).toBe(1)
	})

	it('an HTTP hook is reached over a kept connection, and over a new one when that was closed', async () => {
		const ask = httpHook({
			uri: `${receiver.url}/kept`,
			secrets: receiver.secrets,
			allowPrivate: false,
			times,
		})
		for (let round = 0; round < 20; round++) {
			expect(await ask('{}')).toBe('{}')
			receiver.forget()
		}
		expect(receiver.requests).toBe(20)
	})

	it('an HTTP hook may declare a charset, in any case', async () => {
		receiver.reply = () => ({ headers: { 'content-type': 'Application/JSON; charset=utf-8' } })
		expect(await call()).toBe('{}')
	})

	it('an HTTP hook is not called on private networks, except a named loopback host', async () => {
		const { port } = new URL(receiver.url)
		for (const host of ['[::ffff:127.0.0.1]', '127.0.0.2', '0.0.0.0', '10.0.0.1', '169.254.169.254'])
			expect(await failure(`https://${host}:${port}/`)).toBeInstanceOf(BlockedAddress)
		expect(await outcome('{}', `https://${hostname()}:${port}/`)).toMatchObject({
			1: 'hook_timeout_after_retry',
		})
		expect(receiver.requests).toBe(0)
		expect(await outcome('{}', `http://localhost:${port}/`)).toBe('{}')
	})
})
