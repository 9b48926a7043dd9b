import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()
const any = expect.any(String)

describe('what storage answers, word for word', () => {
	let platform: PlatformApp
	const call = async (method: string, path: string, more: RequestInit = {}, who?: string) => {
		const { anonKey: apikey } = platform.deps.keys
		const response = await fetch(`${platform.url}/storage/v1${path}`, {
			method,
			...more,
			headers: {
				apikey,
				authorization: `Bearer ${who ?? platform.token(ada)}`,
				...(more.headers as Record<string, string>),
			},
		})
		const text = await response.text()
		return { status: response.status, headers: response.headers, body: read(text) }
	}
	const read = (text: string): unknown => {
		try {
			return JSON.parse(text)
		} catch {
			return text
		}
	}
	const service = () => platform.deps.keys.serviceRoleKey
	const json = (body: object): RequestInit => ({ body: JSON.stringify(body) })
	const put = (path: string, body: string, headers: Record<string, string> = {}) =>
		call('POST', `/object/${path}`, { body, headers: { 'content-type': 'text/plain', ...headers } })
	const ok = (body: unknown) => ({ status: 200, body })

	beforeAll(async () => {
		const most = { MAX_PHOTO_MB: '1', MAX_VIDEO_MB: '1', MAX_AUDIO_MB: '1' }
		platform = await openPlatformApp(most)
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, public, file_size_limit) values
				('mine', 'mine', false, null), ('other', 'other', true, null), ('wide', 'wide', false, 500000000);
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
	})
	afterAll(() => platform.close())

	it('storage answers bucket requests as Supabase does', async () => {
		const make = { name: 'made', public: true, file_size_limit: 1000, allowed_mime_types: ['a/*'] }
		expect(await call('POST', '/bucket', json(make), service())).toMatchObject(ok({ name: 'made' }))
		const bucket = {
			id: 'made',
			name: 'made',
			owner: any,
			public: true,
			file_size_limit: 1000,
			allowed_mime_types: ['a/*'],
			created_at: any,
			updated_at: any,
		}
		const { body } = await call('GET', '/bucket/made', {}, service())
		expect(body).toEqual({ ...bucket, owner: '' })
		const change = json({ public: false, file_size_limit: null, allowed_mime_types: null })
		expect(await call('PUT', '/bucket/made', change, service())).toMatchObject(ok({ message: 'Successfully updated' }))
		expect((await call('GET', '/bucket/made', {}, service())).body).toMatchObject({
			public: false,
			file_size_limit: null,
			allowed_mime_types: null,
		})
		expect(await call('POST', '/bucket/made/empty', {}, service())).toMatchObject(
			ok({ message: expect.stringContaining('queued') }),
		)
		expect(await call('DELETE', '/bucket/made', {}, service())).toMatchObject(ok({ message: 'Successfully deleted' }))
	})

	it('storage accepts numbers and booleans sent as strings', async () => {
		const made = { name: 'worded', public: 'true', file_size_limit: '1000' }
		expect(await call('POST', '/bucket', json(made), service())).toMatchObject(ok({}))
		expect((await call('GET', '/bucket/worded', {}, service())).body).toMatchObject({
			public: true,
			file_size_limit: 1000,
		})
		await call('PUT', '/bucket/worded', json({ public: 'false' }), service())
		expect((await call('GET', '/bucket/worded', {}, service())).body).toMatchObject({
			public: false,
		})
		await put('mine/words/a', 'a')
		await put('mine/words/b', 'b')
		const page = json({ prefix: 'words', limit: '1', offset: '1' })
		expect((await call('POST', '/object/list/mine', page)).body).toMatchObject([{ name: 'b' }])
		const keys = json({ prefix: 'words/', limit: '1', with_delimiter: 'true' })
		expect((await call('POST', '/object/list-v2/mine', keys)).body).toMatchObject({
			objects: [{ name: 'words/a' }],
		})
		for (const path of ['/object/sign/mine/words/a', '/object/sign/mine'])
			expect(await call('POST', path, json({ expiresIn: '60', paths: ['words/a'] }))).toMatchObject(ok({}))
		// Ten years, a common value for permanent links.
		const good = json({ expiresIn: 315_360_000 })
		expect(await call('POST', '/object/sign/mine/words/a', good)).toMatchObject(ok({}))
		const where = { bucketId: 'mine', sourceKey: 'words/a', destinationKey: 'words/c' }
		const copied = await call('POST', '/object/copy', json({ ...where, copyMetadata: 'false' }))
		expect(copied.status).toBe(200)
		for (const expiresIn of ['', ' ', 'soon', '1e3', '0x10', 'true', null, [60]])
			expect((await call('POST', '/object/sign/mine/words/a', json({ expiresIn }))).body).toMatchObject({
				statusCode: '400',
				code: 'InvalidRequest',
			})
	})

	it('storage pages, sorts and searches the list of buckets', async () => {
		const ours = async (query: string) => {
			const { body } = await call('GET', `/bucket?${query}`, {}, service())
			return (body as { id: string }[]).map(({ id }) => id).filter((id) => id.startsWith('shelf'))
		}
		for (const id of ['shelf-b', 'shelf-c', 'shelf-a']) await call('POST', '/bucket', json({ id, name: id }), service())
		expect(await ours('search=shelf&sortColumn=name')).toEqual(['shelf-a', 'shelf-b', 'shelf-c'])
		expect(await ours('search=helf-&sortColumn=created_at&sortOrder=desc')).toEqual(['shelf-a', 'shelf-c', 'shelf-b'])
		expect(await ours('search=shelf&sortColumn=name&limit=1&offset=1')).toEqual(['shelf-b'])
		expect(await ours('search=none')).toEqual([])
	})

	it('storage answers an upload and its replacement as Supabase does', async () => {
		const made = await put('mine/a/one.txt', 'one', { 'cache-control': 'max-age=60' })
		expect(made).toMatchObject(ok({ Id: any, Key: 'mine/a/one.txt' }))
		const { Id } = made.body as { Id: string }
		const again = await call('PUT', '/object/mine/a/one.txt', { body: 'two' })
		expect(again).toMatchObject(ok({ Id, Key: 'mine/a/one.txt' }))
		const upserted = await put('mine/a/one.txt', 'three', { 'x-upsert': 'true' })
		expect(upserted).toMatchObject(ok({ Id, Key: 'mine/a/one.txt' }))
	})

	it('storage answers object info at each of its addresses', async () => {
		const notes = Buffer.from('{"by":"Ada"}').toString('base64')
		await put('other/info.txt', 'hello', { 'x-metadata': notes, 'cache-control': 'max-age=5' })
		const info = {
			id: any,
			name: 'info.txt',
			version: any,
			bucket_id: 'other',
			size: 5,
			content_type: 'text/plain',
			cache_control: 'max-age=5',
			etag: '"5d41402abc4b2a76b9719d911017c592"',
			metadata: { by: 'Ada' },
			last_modified: any,
			created_at: any,
		}
		for (const path of ['', 'authenticated/', 'public/'])
			expect(await call('GET', `/object/info/${path}other/info.txt`)).toMatchObject(ok(info))
		for (const path of ['', 'authenticated/', 'public/']) {
			const answer = await call('GET', `/object/${path}other/info.txt`)
			expect(answer).toMatchObject(ok('hello'))
			expect(answer.headers.get('etag')).toBe(info.etag)
			expect(Date.parse(answer.headers.get('last-modified') ?? '')).toBeGreaterThan(0)
			expect(answer.headers.get('accept-ranges')).toBe('bytes')
		}
		const named = await call('GET', '/object/other/info.txt?download')
		expect(named.headers.get('content-disposition')).toBe('attachment;')
	})

	it('storage lists files with their details and folders with their name only', async () => {
		for (const name of ['b', 'a', 'deep/x', 'c']) await put(`mine/list/${name}`, name)
		const list = async (more: object) =>
			(await call('POST', '/object/list/mine', json({ prefix: 'list', ...more }))).body as Record<string, unknown>[]
		const [folder, file] = await list({})
		expect(folder).toMatchObject({ name: 'deep', id: null, metadata: null, created_at: null })
		expect(file).toMatchObject({
			name: 'a',
			id: any,
			created_at: any,
			updated_at: any,
			last_accessed_at: any,
			metadata: {
				eTag: '"0cc175b9c0f1b6a831c399e269772661"',
				size: 1,
				mimetype: 'text/plain',
				cacheControl: 'no-cache',
				lastModified: any,
				contentLength: 1,
				httpStatusCode: 200,
			},
		})
		const names = async (more: object) => (await list(more)).map(({ name }) => name)
		const sortBy = { column: 'name', order: 'desc' }
		expect(await names({ sortBy })).toEqual(['deep', 'c', 'b', 'a'])
		expect(await names({ sortBy: { column: 'created_at', order: 'asc' } })).toEqual(['deep', 'b', 'a', 'c'])
		for (const [path, wrong] of [
			['list', { column: 'size' }],
			['list', { column: 'name', order: 'up' }],
			['list-v2', { column: 'last_accessed_at' }],
		] as const)
			expect(await call('POST', `/object/${path}/mine`, json({ prefix: '', sortBy: wrong }))).toMatchObject({
				status: 400,
				body: { statusCode: '400', code: 'InvalidRequest' },
			})
		expect(await names({ limit: 2, offset: 1 })).toEqual(['a', 'b'])
		expect(await names({ search: 'C' })).toEqual(['c'])
		expect(await names({ limit: 1_000_000 })).toHaveLength(4)
		const wide = json({ prefix: 'list/', limit: 1_000_000 })
		expect(await call('POST', '/object/list-v2/mine', wide)).toMatchObject({
			status: 200,
			body: { hasNext: false },
		})
		const paged = await call('POST', '/object/list-v2/mine', json({ prefix: 'list/', limit: 1 }))
		expect(paged.body).toEqual({
			hasNext: true,
			nextCursor: any,
			nextCursorKey: 'list/a',
			folders: [],
			objects: [expect.objectContaining({ key: 'list/a', name: 'list/a', id: any })],
		})
	})

	it('storage answers moves, copies and removals as Supabase does', async () => {
		await put('mine/from', 'x')
		const from = { bucketId: 'mine', sourceKey: 'from', destinationKey: 'to' }
		const copied = await call('POST', '/object/copy', json(from))
		expect(copied).toMatchObject(ok({ Id: any, Key: 'mine/to' }))
		const upsert = { 'x-upsert': 'true' }
		await call('PUT', '/object/mine/from', { body: 'newer' })
		const over = await call('POST', '/object/copy', { ...json(from), headers: upsert })
		expect(over).toMatchObject(ok({ Key: 'mine/to' }))
		expect((await call('GET', '/object/mine/to')).body).toBe('newer')
		const away = { ...from, destinationBucket: 'other', destinationKey: 'there' }
		expect(await call('POST', '/object/move', json(away))).toMatchObject(ok({ message: 'Successfully moved' }))
		expect((await call('GET', '/object/other/there')).status).toBe(200)
		expect(await call('DELETE', '/object/other/there')).toMatchObject(ok({ message: 'Successfully deleted' }))
		const many = await call('DELETE', '/object/mine', json({ prefixes: ['to', 'none'] }))
		expect(many.body).toEqual([expect.objectContaining({ name: 'to', bucket_id: 'mine', id: any })])
	})

	it('storage signs links that contain nothing chosen by the caller', async () => {
		await put('mine/linked', 'x')
		const evil = {
			role: 'service_role',
			upsert: true,
			owner: 'bob',
			url: 'mine/other',
			scope: 'all',
		}
		const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
		const signed = await call('POST', '/object/sign/mine/linked', json({ expiresIn: 60, ...evil }))
		const { signedURL } = signed.body as { signedURL: string }
		expect(signedURL).toMatch(/^\/object\/sign\/mine\/linked\?token=/)
		const download = claims(signedURL.split('token=')[1] ?? '')
		expect(download).toEqual({
			url: 'mine/linked',
			scope: 'download',
			iat: expect.any(Number),
			exp: download.iat + 60,
		})
		const batch = await call('POST', '/object/sign/mine', json({ expiresIn: 60, paths: ['linked', 'none'] }))
		expect(batch.body).toEqual([
			{
				error: null,
				path: 'linked',
				signedURL: expect.stringContaining('/object/sign/mine/linked'),
			},
			{
				error: 'Either the object does not exist or you do not have access to it',
				path: 'none',
				signedURL: null,
			},
		])
		const transform = { width: 10 }
		const shown = await call('POST', '/object/sign/mine/linked', json({ expiresIn: 60, transform }))
		expect((shown.body as { signedURL: string }).signedURL).toMatch(/^\/render\/image\/sign\/mine\/linked\?token=/)

		const upload = await call('POST', '/object/upload/sign/mine/by-link', json(evil))
		const { url, token } = upload.body as { url: string; token: string }
		expect(url).toBe(`/object/upload/sign/mine/by-link?token=${token}`)
		const granted = claims(token)
		expect(granted).toEqual({
			url: 'mine/by-link',
			scope: 'upload',
			owner: ada,
			upsert: false,
			iat: expect.any(Number),
			exp: granted.iat + 7200,
		})
		const sent = await call('PUT', url, { body: 'x' }, service())
		expect(sent).toMatchObject(ok({ Key: 'mine/by-link' }))
		const [row] = await asOwner(platform.database, `select owner_id from storage.objects where name = 'by-link'`)
		expect(row).toEqual({ owner_id: ada })
	})
})

describe('a form', () => {
	let platform: PlatformApp
	beforeAll(async () => {
		platform = await openPlatformApp({ MAX_PHOTO_MB: '1', MAX_VIDEO_MB: '1', MAX_AUDIO_MB: '1' })
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, file_size_limit) values ('mine', 'mine', 500000000)`,
		)
	})
	afterAll(() => platform.close())
	const send = (name: string, body: BodyInit, headers: Record<string, string> = {}) =>
		fetch(`${platform.url}/storage/v1/object/mine/${name}`, {
			method: 'POST',
			body,
			headers: { apikey: platform.deps.keys.serviceRoleKey, ...headers },
		})
	const file = () => new File(['hello'], 'a.txt', { type: 'text/plain' })

	it.each([
		['first', (form: FormData) => form.append('', file())],
		['last, under another name', undefined],
	])('a form may contain its file %s', async (where, before) => {
		const form = new FormData()
		before?.(form)
		form.append('cacheControl', '120')
		form.append('metadata', '{"a":1}')
		if (!before) form.append('picture', file())
		expect((await send(where.slice(0, 4), form)).status).toBe(200)
		const { data } = await platform.admin().storage.from('mine').info(where.slice(0, 4))
		expect(data).toMatchObject({
			size: 5,
			contentType: 'text/plain',
			cacheControl: 'max-age=120',
			metadata: { a: 1 },
		})
	})

	it('user metadata in a form or header may be a megabyte long', async () => {
		const notes = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes) })
		const form = (bytes: number) => {
			const body = new FormData()
			body.append('metadata', notes(bytes))
			body.append('', file())
			return body
		}
		expect((await send('fits', form(1_000_000))).status).toBe(200)
		const refused = await send('bursts', form(1_100_000))
		expect([refused.status, await refused.json()]).toMatchObject([400, { error: any, message: any }])
		expect((await platform.admin().storage.from('mine').exists('bursts')).data).toBe(false)
	})

	it('a form upload is limited by the installation, whatever the bucket allows', async () => {
		const large = await send('large', 'x'.repeat(1_100_000), { 'content-type': 'text/plain' })
		expect([large.status, await large.json()]).toEqual([
			400,
			{
				statusCode: '413',
				error: 'Payload too large',
				code: 'EntityTooLarge',
				message: 'The object exceeded the maximum allowed size',
			},
		])
	})
})
