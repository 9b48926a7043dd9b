import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
	FunctionRegion,
	FunctionsFetchError,
	FunctionsHttpError,
	FunctionsRelayError,
	type SupabaseClient,
} from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { officialClient } from '#test/support/official-client.ts'
import { Inbox } from '#test/support/realtime/inbox.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'

const functions: Record<string, string> = {
	'mirror.ts': `export default async (request: Request) => {
		const type = request.headers.get('content-type') ?? ''
		const said = type.startsWith('multipart/')
			? [...(await request.formData())].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])
			: [...new Uint8Array(await request.arrayBuffer())]
		return Response.json({
			url: request.url, method: request.method, type: type.split(';')[0], said,
			region: request.headers.get('x-region'), caller: request.headers.get('authorization'),
		})
	}`,
	'bytes.mjs':
		"export default { fetch: () => new Response(new Uint8Array([0, 255]), { headers: { 'content-type': 'application/octet-stream' } }) }",
	'words.js':
		"Deno.serve({ port: 1 }, () => new Response('hello ' + Deno.env.get('WHO'), { status: 202, headers: { 'x-own': 'yes' } }))",
	'form.ts': "Deno.serve(() => { const f = new FormData(); f.set('a', 'b'); return new Response(f) })",
	'parts.ts': "Deno.serve(() => { const f = new FormData(); f.set('a', 'b'); return new Response(f) })",
	'paper.ts': "export default () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } })",
	// Continues only after the reader received the first chunk.
	'drip.ts': `export default () => {
		const read = new BroadcastChannel('drip')
		const write = (text) => new TextEncoder().encode('data: ' + text + '\\n\\n')
		return new Response(new ReadableStream({
			start(controller) {
				controller.enqueue(write(1))
				read.onmessage = () => {
					controller.enqueue(write(2))
					controller.close()
					read.close()
				}
			},
		}), { headers: { 'content-type': 'text/event-stream' } })
	}`,
	'endless.ts': `export default () => new Response(new ReadableStream({
		start(controller) { controller.enqueue(new TextEncoder().encode('begun')) },
	}))`,
	'env/index.ts': `Deno.serve(() => Response.json(Deno.env.toObject()))`,
	'count.ts': 'let n = 0\nexport default () => new Response(String(++n))',
	'teapot.ts': "export default () => Response.json({ why: 'tea' }, { status: 418 })",
	'throws.ts': "export default () => { throw new Error('a secret') }",
	'exits.ts': 'export default () => process.exit(3)',
	'hoards.ts': `export default async () => {
		const kept = []
		for (;;) { kept.push(new Array(100_000).fill(kept.length)); if (kept.length % 50 === 0) await null }
	}`,
	'sleeps.ts': "export default () => new BroadcastChannel('begun').postMessage('sleeps') ?? new Promise(() => {})",
	'spins.ts': "export default () => { new BroadcastChannel('begun').postMessage('spins'); for (;;); }",
	'broken.ts': 'export default (',
	'empty.ts': 'export const nothing = 1',
	'later.ts': `Deno.serve(() => {
		const heard = new BroadcastChannel('later')
		EdgeRuntime.waitUntil(new Promise((resolve) => { heard.onmessage = resolve }).then(({ data }) => {
			heard.postMessage(data + ', done')
			heard.close()
		}))
		return new Response('at once')
	})`,
	'fails-later.ts': `EdgeRuntime.waitUntil(Promise.resolve())
	Deno.serve(() => {
		EdgeRuntime.waitUntil(Promise.reject(new Error('a secret')))
		return new Response('at once')
	})`,
	'never-later.ts': `Deno.serve(() => {
		EdgeRuntime.waitUntil(new Promise(() => {}))
		return new Response(null, { status: 202 })
	})`,
	'forgets.ts': 'export default () => {}',
	'narrow.ts': `export default () => new Response('in', {
		headers: { 'access-control-allow-origin': 'https://shop.example', 'access-control-allow-credentials': 'true' },
	})`,
	'open.ts': "export default () => new Response('in')",
	'.env': 'WHO=world\nSUPABASE_URL=forged\n',
}

describe('functions of the operator', () => {
	let app: TestApp
	let folder: string
	let client: SupabaseClient
	let url: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "Müller's functions %41 #1 ? "))
		for (const [name, text] of Object.entries(functions)) {
			await mkdir(join(folder, name, '..'), { recursive: true })
			await writeFile(join(folder, name), text)
		}
		app = await createTestApp({
			FUNCTIONS_DIR: folder,
			FUNCTIONS_PUBLIC: 'open',
			FUNCTIONS_AT_ONCE: '4',
			FUNCTIONS_MEMORY_MB: '32',
			FUNCTIONS_BODY_MB: '1',
		})
		url = await app.listen()
		client = officialClient(url, app.deps.keys.anonKey)
	})
	afterAll(async () => {
		await app.close()
		await rm(folder, { recursive: true, force: true })
	})
	const call = (path: string, init: RequestInit = {}) =>
		fetch(`${url}/functions/v1/${path}`, {
			...init,
			headers: { apikey: app.deps.keys.anonKey, ...init.headers },
		})

	describe('bodies', () => {
		const text = [...new TextEncoder().encode('Zażółć')]
		const form = new FormData()
		form.set('name', 'Ada')
		form.set('file', new File(['x'], 'a.txt'))
		it.each([
			['JSON', { a: 1 }, 'application/json', [...new TextEncoder().encode('{"a":1}')]],
			['a text', 'Zażółć', 'text/plain', text],
			['a blob', new Blob([new Uint8Array([0, 255])]), 'application/octet-stream', [0, 255]],
			['bytes', new Uint8Array([1, 2]).buffer, 'application/octet-stream', [1, 2]],
			[
				'a form',
				form,
				'multipart/form-data',
				[
					['name', 'Ada'],
					['file', 'a.txt'],
				],
			],
		])('%s reach a user function unchanged', async (_, body, type, said) => {
			const { data, error } = await client.functions.invoke('mirror', { body })
			expect(error).toBeNull()
			expect(data).toMatchObject({ method: 'POST', type, said })
		})

		it('a user function gets the caller’s content type', async () => {
			const headers = { 'content-type': 'application/vnd.own+json' }
			const { data } = await client.functions.invoke('mirror', { body: '{}', headers })
			expect(data).toMatchObject({ type: 'application/vnd.own+json', said: [123, 125] })
		})

		it('a streamed body reaches a user function', async () => {
			const response = await call('mirror', {
				method: 'PUT',
				body: new Blob(['abc']).stream(),
				duplex: 'half',
			} as RequestInit)
			expect(await response.json()).toMatchObject({ method: 'PUT', said: [97, 98, 99] })
		})

		it.each([
			['told', new Uint8Array(1_100_000)],
			['not told', new Blob([new Uint8Array(1_100_000)]).stream()],
		])('a body that is too large for a user function is refused, its length %s', async (_, body) => {
			const response = await call('mirror', {
				method: 'POST',
				body,
				duplex: 'half',
			} as RequestInit)
			expect([response.status, await response.json()]).toEqual([
				413,
				{ code: 'PAYLOAD_TOO_LARGE', message: 'The body is larger than this server takes' },
			])
			expect(response.headers.has('x-relay-error')).toBe(false)
		})
	})

	describe('answers', () => {
		it('a user function’s response keeps its type, status and headers', async () => {
			const bytes = await client.functions.invoke('bytes', { method: 'GET' })
			expect([...new Uint8Array(await bytes.data.arrayBuffer())]).toEqual([0, 255])
			const words = await client.functions.invoke('words')
			expect([words.data, words.response?.status]).toEqual(['hello world', 202])
			expect(words.response?.headers.get('x-own')).toBe('yes')
			const paper = await client.functions.invoke('paper')
			expect(await (paper.data as Blob).text()).toBe('%PDF-')
			const parts = await client.functions.invoke('parts')
			expect((parts.data as FormData).get('a')).toBe('b')
			const form = await call('form')
			// `form` is a built-in function, which takes precedence.
			expect(form.status).toBe(404)
		})

		it('a response streams while the user function still runs', async () => {
			const { data } = await client.functions.invoke('drip')
			const reader = data.body.pipeThrough(new TextDecoderStream()).getReader()
			expect((await reader.read()).value).toBe('data: 1\n\n')
			const read = new BroadcastChannel('drip')
			read.postMessage('it arrived')
			expect((await reader.read()).value).toBe('data: 2\n\n')
			expect((await reader.read()).done).toBe(true)
			read.close()
		})

		it('a response is sent before the user function’s background work ends', async () => {
			const channel = new BroadcastChannel('later')
			const heard = new Promise((resolve) => {
				channel.onmessage = ({ data }: MessageEvent) => resolve(data)
			})
			const { data } = await client.functions.invoke('later')
			expect(data).toBe('at once')
			channel.postMessage('the rest')
			expect(await heard).toBe('the rest, done')
			channel.close()
			expect((await client.functions.invoke('fails-later')).data).toBe('at once')
		})
	})

	describe('a call', () => {
		it('a user function sees path, query, region and caller', async () => {
			const { data } = await client.functions.invoke('mirror/deep/er?x=1', {
				method: 'PATCH',
				region: FunctionRegion.EuWest1,
				headers: { authorization: `Bearer ${app.deps.keys.serviceRoleKey}` },
			})
			expect(data).toMatchObject({
				url: `${app.url}/mirror/deep/er?x=1&forceFunctionRegion=eu-west-1`,
				method: 'PATCH',
				region: 'eu-west-1',
				caller: `Bearer ${app.deps.keys.serviceRoleKey}`,
			})
		})

		it('a user function’s environment has the keys and its own settings only', async () => {
			const { data } = await client.functions.invoke('env')
			expect(data).toEqual({
				SUPABASE_URL: app.url,
				SUPABASE_ANON_KEY: app.deps.keys.anonKey,
				SUPABASE_SERVICE_ROLE_KEY: app.deps.keys.serviceRoleKey,
				WHO: 'world',
			})
		})

		it('a call of a user function sees nothing of another call', async () => {
			for (let i = 0; i < 3; i++) expect((await client.functions.invoke('count')).data).toBe('1')
		})

		it('a call runs the newest version of the user function’s file', async () => {
			await writeFile(join(folder, 'count.ts'), "export default () => new Response('new')")
			expect((await client.functions.invoke('count')).data).toBe('new')
		})

		it('a user function needs a valid key or token unless it is public', async () => {
			const bare = await fetch(`${url}/functions/v1/mirror`)
			expect([bare.status, await bare.json()]).toEqual([
				401,
				{ code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' },
			])
			const forged = await call('mirror', { headers: { authorization: 'Bearer a.b.c' } })
			expect([forged.status, await forged.json()]).toEqual([
				401,
				{ code: 'UNAUTHORIZED_INVALID_JWT_FORMAT', message: 'Invalid JWT' },
			])
			expect(forged.headers.has('x-relay-error')).toBe(false)
			const open = await fetch(`${url}/functions/v1/open`, {
				headers: { authorization: 'Signature of a webhook' },
			})
			expect([open.status, await open.text()]).toEqual([200, 'in'])
		})

		it('a user function may set its own CORS headers', async () => {
			const { headers } = await call('narrow')
			expect(headers.get('access-control-allow-origin')).toBe('https://shop.example')
			expect(headers.get('access-control-allow-credentials')).toBe('true')
			expect(headers.get('access-control-expose-headers')).toContain('x-relay-error')
		})

		it('any origin may call a user function, and preflights do not reach it', async () => {
			const preflight = await fetch(`${url}/functions/v1/mirror`, {
				method: 'OPTIONS',
				headers: { origin: 'https://shop.test', 'access-control-request-method': 'POST' },
			})
			expect(preflight.status).toBe(204)
			for (const name of ['authorization', 'x-client-info', 'apikey', 'x-region', 'traceparent'])
				expect(preflight.headers.get('access-control-allow-headers')).toContain(name)
			const answer = await call('open')
			expect(answer.headers.get('access-control-allow-origin')).toBe('*')
			expect(answer.headers.get('access-control-expose-headers')).toContain('x-relay-error')
		})
	})

	describe('failures', () => {
		it('a user function’s error response is passed on', async () => {
			const { error } = await client.functions.invoke('teapot')
			expect(error).toBeInstanceOf(FunctionsHttpError)
			expect([error.context.status, await error.context.json()]).toEqual([418, { why: 'tea' }])
			for (const name of ['throws', 'forgets']) {
				const { error: thrown } = await client.functions.invoke(name)
				expect(thrown).toBeInstanceOf(FunctionsHttpError)
				const said = [thrown.context.status, await thrown.context.text()]
				expect(said).toEqual([500, 'Internal Server Error'])
			}
		})

		it.each([
			['nowhere', 404, 'NOT_FOUND'],
			['..%2f..%2fetc', 404, 'NOT_FOUND'],
			['.env', 404, 'NOT_FOUND'],
			['broken', 503, 'BOOT_ERROR'],
			['empty', 503, 'BOOT_ERROR'],
			['exits', 546, 'WORKER_ERROR'],
			['hoards', 546, 'WORKER_ERROR'],
		])('the function %s is answered %i %s as a relay error', async (name, status, code) => {
			const { error } = await client.functions.invoke(name)
			expect(error).toBeInstanceOf(FunctionsRelayError)
			expect([error.context.status, await error.context.json()]).toMatchObject([status, { code }])
		})

		it('a network failure of a user function is reported to the client', async () => {
			const away = officialClient('http://127.0.0.1:9', app.deps.keys.anonKey)
			const { error } = await away.functions.invoke('open')
			expect(error).toBeInstanceOf(FunctionsFetchError)
			const { error: late } = await client.functions.invoke('sleeps', { timeout: 300 })
			expect(late).toBeInstanceOf(FunctionsFetchError)
		})

		it('an endless call is terminated at its timeout, and calls beyond the limit are refused until then', async () => {
			const settings = { FUNCTIONS_DIR: folder, FUNCTIONS_PUBLIC: 'open', FUNCTIONS_AT_ONCE: '4' }
			const full = await createTestApp(settings, app.database)
			const at = await full.listen()
			const key = full.deps.keys.anonKey
			const caller = officialClient(at, key)
			const status = async (name: string) => (await fetch(`${at}/functions/v1/${name}`)).status
			const outcome = async (name: string) => {
				const { error } = await caller.functions.invoke(name)
				expect(error).toBeInstanceOf(FunctionsRelayError)
				return error.context as Response
			}
			const begun = new Inbox<unknown>()
			const channel = new BroadcastChannel('begun')
			channel.onmessage = begun.add
			vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
			try {
				const silent = [outcome('sleeps'), outcome('spins')]
				await begun.atLeast(2)
				const headers = { apikey: key, 'accept-encoding': 'gzip' }
				const endless = await fetch(`${at}/functions/v1/endless`, { headers })
				const reader = endless.body?.getReader()
				expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('begun')
				const behind = await caller.functions.invoke('never-later')
				expect(behind.response?.status).toBe(202)

				const refused = await outcome('open')
				expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
				expect(await refused.json()).toMatchObject({ code: 'TOO_MANY_CALLS' })

				const cut = expect(reader?.read()).rejects.toThrow()
				await vi.advanceTimersByTimeAsync(60_000)
				for (const late of await Promise.all(silent))
					expect([late.status, await late.json()]).toMatchObject([504, { code: 'REQUEST_TIMEOUT' }])
				await cut
				// Terminated threads need a moment.
				const four = () => Promise.all(Array.from({ length: 4 }, () => status('open')))
				await expect.poll(four).toEqual([200, 200, 200, 200])
			} finally {
				vi.useRealTimers()
				channel.close()
				await full.close()
			}
		})
	})
})
