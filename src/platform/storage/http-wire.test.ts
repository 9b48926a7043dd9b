import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()
const base = 'bytes/file.bin'
const content = Uint8Array.from({ length: 1000 }, (_, i) => i % 251)

describe('storage over plain HTTP', () => {
	let platform: PlatformApp
	let headers: Record<string, string>
	const call = (method: string, path: string, more: RequestInit = {}) =>
		fetch(`${platform.url}/storage/v1${path}`, {
			method,
			...more,
			headers: { ...headers, ...(more.headers as Record<string, string>) },
		})
	const refusal = async (answer: Promise<Response>) => {
		const response = await answer
		return { status: response.status, ...((await response.json()) as object) }
	}
	const files = async () => {
		const root = join(platform.deps.config.DATA_DIR, 'storage')
		const names = await readdir(root, { recursive: true, withFileTypes: true })
		return names.filter((entry) => entry.isFile()).length
	}

	beforeAll(async () => {
		platform = await openPlatformApp()
		const { anonKey } = platform.deps.keys
		headers = { apikey: anonKey, authorization: `Bearer ${platform.token(ada)}` }
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, file_size_limit, allowed_mime_types) values
				('bytes', 'bytes', 5000, null), ('pdf', 'pdf', null, '{application/pdf,image/*}');
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
		const type = { 'content-type': 'application/x-test' }
		await call('POST', `/object/${base}`, { body: content, headers: type })
	})
	afterAll(() => platform.close())

	it.each([
		['bytes=0-99', 206, 'bytes 0-99/1000', 0, 100],
		['bytes=990-', 206, 'bytes 990-999/1000', 990, 1000],
		['bytes=-10', 206, 'bytes 990-999/1000', 990, 1000],
		['bytes=-5000', 206, 'bytes 0-999/1000', 0, 1000],
		['bytes=500-99999', 206, 'bytes 500-999/1000', 500, 1000],
		['bytes=5-2', 200, null, 0, 1000],
		['bytes=0-1,oops', 200, null, 0, 1000],
		['bytes=2000-,0-99', 206, 'bytes 0-99/1000', 0, 100],
		['bytes=0-899,100-999', 200, null, 0, 1000],
		[`bytes=${'0-1,'.repeat(16)}2-3`, 200, null, 0, 1000],
		['items=0-1', 200, null, 0, 1000],
	])('storage answers the range %s with %i', async (range, status, contentRange, from, to) => {
		const answer = await call('GET', `/object/${base}`, { headers: { range } })
		expect(answer.status).toBe(status)
		expect(answer.headers.get('content-range')).toBe(contentRange)
		expect(answer.headers.get('content-length')).toBe(String(to - from))
		expect(new Uint8Array(await answer.arrayBuffer())).toEqual(content.slice(from, to))
	})

	it('storage answers several ranges as multipart/byteranges', async () => {
		const answer = await call('GET', `/object/${base}`, {
			headers: { range: 'bytes=0-1, 500-509,-3' },
		})
		expect(answer.status).toBe(206)
		const type = answer.headers.get('content-type') ?? ''
		const boundary = /^multipart\/byteranges; boundary=([\w-]+)$/.exec(type)?.[1] ?? ''
		const body = Buffer.from(await answer.arrayBuffer())
		expect(answer.headers.get('content-length')).toBe(String(body.length))
		const parts = body.toString('latin1').split(`\r\n--${boundary}`).slice(1, -1)
		const read = parts.map((part) => {
			const [head = '', bytes = ''] = part.split('\r\n\r\n')
			expect(head).toContain('content-type: application/x-test')
			return [/content-range: (.*)/.exec(head)?.[1], [...Buffer.from(bytes, 'latin1')]]
		})
		expect(read).toEqual([
			['bytes 0-1/1000', [...content.subarray(0, 2)]],
			['bytes 500-509/1000', [...content.subarray(500, 510)]],
			['bytes 997-999/1000', [...content.subarray(997)]],
		])
		expect((await call('HEAD', `/object/${base}`, { headers: { range: 'bytes=0-1' } })).status).toBe(206)
	})

	it('storage answers 416 beyond the end, and the whole file if it changed', async () => {
		const beyond = await call('GET', `/object/${base}`, { headers: { range: 'bytes=1000-' } })
		expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000'])
		const range = `bytes=${'9'.repeat(20)}-`
		expect((await call('GET', `/object/${base}`, { headers: { range } })).status).toBe(416)
		const stale = { range: 'bytes=0-1', 'if-range': '"other"' }
		expect((await call('GET', `/object/${base}`, { headers: stale })).status).toBe(200)
	})

	it('storage answers HEAD like GET without a body, and 304 to a matching ETag', async () => {
		const head = await call('HEAD', `/object/${base}`)
		expect(head.status).toBe(200)
		expect(head.headers.get('content-length')).toBe('1000')
		expect(head.headers.get('content-type')).toBe('application/x-test')
		const etag = head.headers.get('etag') ?? ''
		const again = await call('GET', `/object/${base}`, { headers: { 'if-none-match': etag } })
		expect([again.status, await again.text()]).toEqual([304, ''])
		expect(head.headers.get('cache-control')).toBe('no-cache')
	})

	it('storage answers 412 to a failed precondition before anything else', async () => {
		const { headers: told } = await call('HEAD', `/object/${base}`)
		const [etag, modified] = [told.get('etag') ?? '', told.get('last-modified') ?? '']
		const old = 'Sat, 01 Jan 2000 00:00:00 GMT'
		const ask = async (more: Record<string, string>) =>
			call('GET', `/object/${base}`, { headers: { ...more, range: 'bytes=0-1' } })
		for (const stale of [
			{ 'if-match': '"other"' },
			{ 'if-match': `W/${etag}` },
			{ 'if-match': '"other"', 'if-none-match': etag },
			{ 'if-unmodified-since': old },
		])
			expect(await refusal(ask(stale as Record<string, string>))).toMatchObject({
				status: 412,
				statusCode: '412',
				code: 'PreconditionFailed',
			})
		for (const good of [
			{ 'if-match': `"other", ${etag}`, 'if-unmodified-since': old },
			{ 'if-match': '*' },
			{ 'if-unmodified-since': modified },
			{ 'if-unmodified-since': 'never' },
		])
			expect((await ask(good as Record<string, string>)).status).toBe(206)
	})

	it('storage always serves a complete file while it is being replaced', async () => {
		const path = '/object/bytes/busy'
		const send = (sign: string) => call('POST', path, { body: sign.repeat(4000), headers: { 'x-upsert': 'true' } })
		await send('0')
		let writing = true
		const writes = (async () => {
			for (let i = 1; i < 40; i++) await send(String(i % 10))
			writing = false
		})()
		while (writing) {
			const answer = await call('GET', path)
			expect(answer.status).toBe(200)
			const text = await answer.text()
			expect(text).toBe((text[0] ?? '').repeat(4000))
		}
		await writes
	})

	it('storage refuses an upload that is too large, declared or not, and keeps nothing of it', async () => {
		const before = await files()
		const big = new Uint8Array(5001)
		expect(await refusal(call('POST', '/object/bytes/big', { body: big }))).toMatchObject({
			status: 400,
			statusCode: '413',
			error: 'Payload too large',
			code: 'EntityTooLarge',
		})
		const body = new Blob([big, big]).stream()
		const streamed = { body, duplex: 'half', headers: { 'content-type': 'a/b' } } as RequestInit
		expect(await refusal(call('POST', '/object/bytes/big', streamed))).toMatchObject({
			statusCode: '413',
		})
		const form = new FormData()
		form.append('', new Blob([big]))
		expect(await refusal(call('POST', '/object/bytes/big', { body: form }))).toMatchObject({
			statusCode: '413',
		})
		expect(await files()).toBe(before)
	})

	it('storage takes only the types that a bucket allows', async () => {
		const send = (type: string) =>
			call('POST', `/object/pdf/${randomUUID()}`, { body: 'x', headers: { 'content-type': type } })
		expect(await refusal(send('text/html'))).toMatchObject({
			statusCode: '415',
			code: 'InvalidMimeType',
			message: 'mime type text/html is not supported',
		})
		expect((await send('Application/PDF; x=y')).status).toBe(200)
		expect((await send('image/png')).status).toBe(200)
	})

	it.each([
		['text/html', 'text/plain'],
		['TEXT/HTML; charset=utf-7', 'text/plain'],
		['application/xhtml+xml', 'text/plain'],
		['multipart/x-mixed-replace; boundary=x', 'application/octet-stream'],
		['message/rfc822', 'application/octet-stream'],
		['image/svg+xml', 'image/svg+xml'],
	])('storage serves %s as %s', async (sent, served) => {
		const path = `/object/bytes/${randomUUID()}`
		await call('POST', path, { body: 'x', headers: { 'content-type': sent } })
		expect((await call('HEAD', path)).headers.get('content-type')).toBe(served)
	})

	it('storage drops a content type that cannot be a header', async () => {
		const odd = 'text/html\u00e9'
		const parts = [
			'--x',
			`content-disposition: form-data; name=""; filename="a"`,
			`content-type: ${odd}`,
			'',
			'hi',
			'--x--',
			'',
		]
		const type = { 'content-type': 'multipart/form-data; boundary=x' }
		await call('POST', '/object/bytes/odd', { body: parts.join('\r\n'), headers: type })
		const answer = await call('GET', '/object/bytes/odd')
		expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain'])
		const strange = { 'content-type': 'not a type' }
		await call('POST', '/object/bytes/strange', { body: 'x', headers: strange })
		const plain = await call('HEAD', '/object/bytes/strange')
		expect(plain.headers.get('content-type')).toBe('application/octet-stream')
		const cut = parts.slice(0, 5).join('\r\n')
		for (const body of ['', '--x\r\n\r\n', 'no form at all', '--x--\r\n', cut, `${cut}\r\n--x`])
			expect(await refusal(call('POST', '/object/bytes/none', { body, headers: type }))).toMatchObject({
				status: 400,
				code: 'InvalidRequest',
			})
	})

	it.each([
		'..%2f..%2fetc%2fpasswd',
		'a/%2e%2e%2fb',
		'a//b',
		'a%00b',
		'caf%C3%A9',
		'a%5Cb',
		'%ff',
		'a/..%2fb',
		'x'.repeat(1100),
	])('storage refuses the name %.20s', async (name) => {
		expect(await refusal(call('POST', `/object/bytes/${name}`, { body: 'x' }))).toMatchObject({
			status: 400,
			code: 'InvalidKey',
		})
	})

	it('storage refuses forged, foreign and expired tokens and links', async () => {
		const { token } = platform
		const expired = { authorization: `Bearer ${token(ada, -10)}` }
		expect(await refusal(call('GET', `/object/${base}`, { headers: expired }))).toMatchObject({
			status: 400,
			statusCode: '403',
			message: '"exp" claim timestamp check failed',
			code: 'AccessDenied',
		})
		const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token(ada).split('.')[1]}.`
		const forged = { authorization: `Bearer ${none}` }
		expect(await refusal(call('GET', `/object/${base}`, { headers: forged }))).toMatchObject({
			message: 'Invalid Compact JWS',
			code: 'AccessDenied',
		})
		expect((await fetch(`${platform.url}/storage/v1/object/${base}`)).status).toBe(400)

		const body = JSON.stringify({ expiresIn: 60 })
		const signed = await call('POST', `/object/sign/${base}`, { body })
		const { signedURL } = (await signed.json()) as { signedURL: string }
		const link = signedURL.split('token=')[1] ?? ''
		expect((await call('GET', signedURL)).status).toBe(200)
		const [head = '', claims = '', seal = ''] = link.split('.')
		const other = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number }
		const longer = Buffer.from(JSON.stringify({ ...other, exp: other.exp + 1e6 })).toString('base64url')
		for (const bad of [`${head}.${longer}.${seal}`, token(ada), `${link}x`, 'a.b.c', ''])
			expect((await call('GET', `/object/sign/${base}?token=${bad}`)).status).toBe(400)
		await call('POST', '/object/bytes/neighbour', { body: 'x' })
		expect(await refusal(call('GET', `/object/sign/bytes/neighbour?token=${link}`))).toMatchObject({
			code: 'InvalidSignature',
		})
		expect(await refusal(call('PUT', `/object/upload/sign/${base}?token=${link}`, { body: 'x' }))).toMatchObject({
			code: 'InvalidSignature',
		})
	})

	it.each([
		['POST', '/object/list/bytes', '{"limit":'],
		['POST', '/object/list/bytes', '{"limit":"x"}'],
		['POST', '/object/list/bytes', '[]'],
		['POST', '/bucket', '{"name":"../x"}'],
		['POST', '/bucket', '{"name":"new","file_size_limit":"lots"}'],
		['POST', `/object/sign/${base}`, '{"expiresIn":-1}'],
		['POST', '/object/move', '{"bucketId":"bytes","sourceKey":"../a","destinationKey":"b"}'],
		['DELETE', '/object/bytes', '{"prefixes":"all"}'],
	])('storage refuses an invalid %s %s', async (method, path, body) => {
		const answer = await refusal(call(method, path, { body }))
		expect(answer).toMatchObject({ status: 400, statusCode: '400' })
	})

	it('only the service role manages buckets without a policy', async () => {
		expect(await refusal(call('POST', '/bucket', { body: '{"name":"mine"}' }))).toMatchObject({
			statusCode: '403',
		})
		expect(await refusal(call('DELETE', '/bucket/bytes'))).toMatchObject({ statusCode: '404' })
		const { storage } = platform.admin()
		const options = { public: true, fileSizeLimit: '20MB', allowedMimeTypes: ['image/png'] }
		expect((await storage.createBucket('new', options)).data).toEqual({ name: 'new' })
		expect((await storage.createBucket('new')).error).toMatchObject({ statusCode: '409' })
		expect((await storage.getBucket('new')).data).toMatchObject({
			public: true,
			file_size_limit: 20_000_000,
			allowed_mime_types: ['image/png'],
		})
		await storage.updateBucket('new', { public: false })
		expect((await storage.getBucket('new')).data).toMatchObject({
			public: false,
			file_size_limit: 20_000_000,
		})
		await storage.from('new').upload('a.png', 'x', { contentType: 'image/png' })
		expect((await storage.deleteBucket('new')).error).toMatchObject({ statusCode: '409' })
		expect((await storage.emptyBucket('new')).error).toBeNull()
		expect((await storage.deleteBucket('new')).error).toBeNull()
		const names = (await storage.listBuckets()).data?.map(({ name }) => name)
		expect(names).toEqual(expect.arrayContaining(['bytes', 'pdf']))
		expect(names).not.toContain('new')
	})

	it('a bucket has its name and its owner, which policies may use', async () => {
		await asOwner(
			platform.database,
			`create policy makers_own on storage.buckets for all to authenticated using (owner = auth.uid()) with check (owner = auth.uid())`,
		)
		const make = (bucket: object) => call('POST', '/bucket/', { body: JSON.stringify(bucket) })
		const made = await make({ id: 'sign', name: 'Sign of the inn', public: null })
		expect(await made.json()).toEqual({ name: 'Sign of the inn' })
		const bucket = { id: 'sign', name: 'Sign of the inn', owner: ada, public: false }
		expect(await (await call('GET', '/bucket/')).json()).toMatchObject([bucket])
		expect(await (await call('GET', '/bucket/sign')).json()).toMatchObject(bucket)
		const again = make({ id: 'other', name: 'Sign of the inn' })
		expect(await refusal(again)).toMatchObject({ statusCode: '409' })
		for (const type of ['nothing', '*/png'])
			expect(await refusal(make({ name: 'odd', allowed_mime_types: [type] }))).toEqual({
				status: 400,
				statusCode: '415',
				error: 'invalid_mime_type',
				code: 'InvalidMimeType',
				message: `mime type ${type} is not supported`,
			})
		await call('DELETE', '/bucket/sign')
		await asOwner(platform.database, 'drop policy makers_own on storage.buckets')
	})
})
