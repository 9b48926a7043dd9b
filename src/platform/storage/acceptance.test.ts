import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'

/** The requests of https://github.com/supabase/storage's folder `acceptance`. */
describe('storage/v1 meets the acceptance suite of the reference', () => {
	let platform: PlatformApp
	const base = () => `${platform.url}/storage/v1`
	const call = async (method: string, path: string, more: RequestInit = {}) => {
		const authorization = `Bearer ${platform.deps.keys.serviceRoleKey}`
		const headers = { authorization, ...(more.headers as Record<string, string>) }
		return read(await fetch(base() + path, { method, ...more, headers }))
	}
	const read = async (response: Response) => {
		const text = await response.text()
		const body: unknown = /json/.test(response.headers.get('content-type') ?? '') && text
		return { status: response.status, headers: response.headers, text, body: body && parse(text) }
	}
	const parse = (text: string): unknown => JSON.parse(text)
	const json = (body: object, headers: Record<string, string> = {}): RequestInit => ({
		body: JSON.stringify(body),
		headers: { 'content-type': 'application/json', ...headers },
	})
	const encoded = (metadata: object) => Buffer.from(JSON.stringify(metadata)).toString('base64')
	const makeBucket = async (more: object = {}) => {
		const name = `acc-${randomUUID()}`
		expect((await call('POST', '/bucket', json({ id: name, name, ...more }))).status).toBe(200)
		return name
	}
	const put = async (path: string, body: BodyInit, headers: Record<string, string> = {}) => {
		const said = { 'content-type': 'text/plain', 'x-upsert': 'true', ...headers }
		expect((await call('POST', `/object/${path}`, { body, headers: said })).status).toBe(200)
	}

	beforeAll(async () => {
		platform = await openPlatformApp()
	})
	afterAll(() => platform.close())

	it.each(['/status', '/statusz', '/version'])('%s answers 200 without a key', async (path) => {
		const answer = await read(await fetch(base() + path))
		expect([answer.status, answer.text]).toEqual([
			200,
			path === '/version' ? expect.stringMatching(/^\d+\.\d+\.\d+$/) : '',
		])
	})

	it.each([
		['is malformed', 'Bearer not-a-jwt', '403', 'Unauthorized', 'Invalid Compact JWS'],
		['is missing', undefined, '400', 'Error', "headers must have required property 'authorization'"],
	])(
		'a token that %s is refused as HTTP 400 with Supabase’s message',
		async (_, authorization, statusCode, error, message) => {
			const headers = authorization === undefined ? {} : { authorization }
			const answer = await read(await fetch(`${base()}/bucket`, { headers }))
			expect(answer).toMatchObject({ status: 400, body: { statusCode, error, message } })
		},
	)

	it('an empty bucket lists nothing, is emptied with the queued message, and is deleted', async () => {
		const bucket = await makeBucket()
		const page = { limit: 100, prefix: 'acc/', sortBy: { column: 'name', order: 'asc' } }
		expect((await call('POST', `/object/list/${bucket}`, json(page))).body).toEqual([])
		const listed = await call('POST', `/object/list-v2/${bucket}`, json({ ...page, with_delimiter: false }))
		expect(listed.body).toEqual({ objects: [], folders: [], hasNext: false })
		expect(await call('POST', `/bucket/${bucket}/empty`)).toMatchObject({
			status: 200,
			body: { message: 'Empty bucket has been queued. Completion may take up to an hour.' },
		})
		expect((await call('DELETE', `/bucket/${bucket}`)).status).toBe(200)
	})

	it('deleting a bucket that has objects is refused with its code as the error', async () => {
		const bucket = await makeBucket()
		await put(`${bucket}/one.txt`, 'one')
		expect(await call('DELETE', `/bucket/${bucket}`)).toMatchObject({
			status: 400,
			body: { statusCode: '409', error: 'ResourceNotEmpty', code: 'ResourceNotEmpty' },
		})
	})

	it.each(['limit=0', 'offset=-1', 'limit=many'])('a list of buckets by %s is refused', async (query) => {
		expect((await call('GET', `/bucket?${query}`)).status).toBe(400)
	})

	it('a bucket has a type in a list only', async () => {
		const bucket = await makeBucket()
		const alone = await call('GET', `/bucket/${bucket}`)
		expect(Object.keys(alone.body as object)).not.toContain('type')
		const listed = await call('GET', `/bucket?search=${bucket}`)
		expect(listed.body).toMatchObject([{ id: bucket, type: 'STANDARD' }])
	})

	it('object info has the ETag for HEAD and GET', async () => {
		const bucket = await makeBucket({ public: true })
		await put(`${bucket}/a/one.txt`, 'one')
		const { etag } = Object.fromEntries((await call('HEAD', `/object/${bucket}/a/one.txt`)).headers)
		expect(etag).toMatch(/^".+"$/)
		for (const kind of ['info', 'info/authenticated', 'info/public'])
			for (const method of ['HEAD', 'GET']) {
				const answer = await call(method, `/object/${kind}/${bucket}/a/one.txt`)
				expect([answer.status, answer.headers.get('etag')]).toEqual([200, etag])
				expect(answer.headers.get('last-modified')).toMatch(/GMT$/)
			}
	})

	it('a copy without the source’s metadata takes the metadata of the request', async () => {
		const [from, to] = [await makeBucket(), await makeBucket()]
		await put(`${from}/alpha.txt`, 'alpha', { 'x-metadata': encoded({ kept: 'no' }) })
		const place = { bucketId: from, sourceKey: 'alpha.txt', destinationBucket: to }
		const copy = async (name: string, more: object, headers: Record<string, string>) => {
			const body = { ...place, destinationKey: name, ...more }
			expect((await call('POST', '/object/copy', json(body, headers))).status).toBe(200)
			return (await call('GET', `/object/info/authenticated/${to}/${name}`)).body
		}
		const sent = { 'x-metadata': encoded({ copied: 'yes' }), 'x-upsert': 'true' }
		const metadata = { cacheControl: 'max-age=77', mimetype: 'text/plain' }
		expect(await copy('new', { copyMetadata: false, metadata }, sent)).toMatchObject({
			metadata: { copied: 'yes' },
			cache_control: 'max-age=77',
		})
		expect(await copy('bare', { copyMetadata: false }, {})).toMatchObject({ metadata: {} })
		expect(await copy('same', { copyMetadata: true }, sent)).toMatchObject({
			metadata: { kept: 'no' },
		})
		const damaged = json({ ...place, destinationKey: 'bad', copyMetadata: false }, { 'x-metadata': 'e30x' })
		expect((await call('POST', '/object/copy', damaged)).body).toMatchObject({
			code: 'InvalidRequest',
		})
	})

	it('a copy onto itself changes its cache-control', async () => {
		const bucket = await makeBucket()
		await put(`${bucket}/one`, 'body', { 'cache-control': 'max-age=60' })
		const path = `/object/authenticated/${bucket}/one`
		expect((await call('GET', path)).headers.get('cache-control')).toBe('max-age=60')
		const metadata = { cacheControl: 'max-age=604800', mimetype: 'text/plain' }
		const copy = { bucketId: bucket, sourceKey: 'one', destinationKey: 'one', copyMetadata: false }
		await call('POST', '/object/copy', json({ ...copy, metadata }, { 'x-upsert': 'true' }))
		const after = await call('GET', path)
		expect([after.text, after.headers.get('cache-control')]).toEqual(['body', 'max-age=604800'])
	})

	it('an object read with a key outside Authorization is for private caches only', async () => {
		const bucket = await makeBucket()
		await put(`${bucket}/one`, 'body', { 'cache-control': 'max-age=60' })
		const headers = { apikey: platform.deps.keys.serviceRoleKey }
		const answer = await fetch(`${base()}/object/authenticated/${bucket}/one`, { headers })
		expect(answer.headers.get('cache-control')).toBe('private, max-age=60')
	})

	it('a list-v2 folder has its path as key and a name that ends with a slash', async () => {
		const bucket = await makeBucket()
		await put(`${bucket}/testpath/deep/one.txt`, 'one')
		const list = async (prefix?: string) =>
			(await call('POST', `/object/list-v2/${bucket}`, json({ prefix, with_delimiter: true }))).body
		expect(await list()).toMatchObject({ folders: [{ key: 'testpath', name: 'testpath/' }] })
		expect(await list('testpath/')).toMatchObject({
			folders: [{ key: 'testpath/deep', name: 'testpath/deep/' }],
		})
	})

	it('a form upload may name the type and the metadata of its file', async () => {
		const bucket = await makeBucket({ allowed_mime_types: ['image/png'] })
		const form = new FormData()
		form.append('contentType', 'image/png')
		form.append('userMetadata', JSON.stringify({ from: 'form' }))
		form.append('', new Blob(['x'], { type: 'text/plain' }), 'file')
		expect((await call('POST', `/object/${bucket}/one`, { body: form })).status).toBe(200)
		const info = await call('GET', `/object/info/${bucket}/one`)
		expect(info.body).toMatchObject({ content_type: 'image/png', metadata: { from: 'form' } })
	})

	it('rendered images name their transformations in a header', async () => {
		const bucket = await makeBucket({ public: true })
		const png = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } }).png()
		await put(`${bucket}/dot.png`, new Uint8Array(await png.toBuffer()), {
			'content-type': 'image/png',
		})
		const seen = async (transform: object) => {
			const request = json({ expiresIn: 60, transform })
			const { body } = await call('POST', `/object/sign/${bucket}/dot.png`, request)
			const answer = await fetch(base() + (body as { signedURL: string }).signedURL)
			return answer.headers.get('x-transformations')
		}
		const point = { gravity: 'fp', height: 1, resize: 'cover', width: 1, x_offset: 0, y_offset: 1 }
		expect(await seen(point)).toBe('height:1,width:1,resizing_type:fill,gravity:fp:0:1')
		expect(await seen({ width: 200, height: 200, quality: 60 })).toBe(
			'height:200,width:200,resizing_type:fill,quality:60',
		)
		expect(await seen({ width: 4, resize: 'contain', format: 'webp' })).toBe('width:4,resizing_type:fit,format:webp')
		expect(await seen({ height: 4, resize: 'fill', gravity: 'no', y_offset: 2 })).toBe(
			'height:4,resizing_type:force,gravity:no:0:2',
		)
		const plain = await call('GET', `/render/image/public/${bucket}/dot.png`)
		expect(plain.headers.get('x-transformations')).toBeNull()
	})

	it('an image that cannot be rendered is refused with Supabase’s message', async () => {
		const bucket = await makeBucket({ public: true })
		const heif = Buffer.from('00000010667479706d69663100000000', 'hex')
		await put(`${bucket}/heif`, heif, { 'content-type': 'image/heic' })
		await put(`${bucket}/text`, 'not an image')
		for (const name of ['heif', 'text'])
			expect(await call('GET', `/render/image/public/${bucket}/${name}`)).toMatchObject({
				status: 400,
				body: {
					error: 'InvalidRequest',
					message: 'The source image is invalid or unsupported for rendering',
					statusCode: '400',
				},
			})
		const negative = await call('GET', `/render/image/public/${bucket}/text?width=-1`)
		expect([negative.status, negative.text]).toEqual([400, expect.stringContaining('width')])
	})
})
