import { randomUUID } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const [ada, bob] = [randomUUID(), randomUUID()]

describe('objects, through the official client', () => {
	let platform: PlatformApp
	const as = (person: string) => platform.client(platform.token(person)).storage.from('papers')

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, public) values ('papers', 'papers', false), ('open', 'open', true);
			create policy owner_keeps on storage.objects for all to authenticated
				using (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text)
				with check (bucket_id = 'papers' and (storage.foldername(name))[1] = auth.uid()::text)`,
		)
	})
	afterAll(() => platform.close())

	it('the official client uploads, describes and downloads a file with its metadata', async () => {
		const path = `${ada}/notes/list (1).txt`
		const metadata = { author: 'Ada', pages: 2 }
		const options = { contentType: 'text/plain;charset=UTF-8', cacheControl: '60', metadata }
		const { data, error } = await as(ada).upload(path, 'hello world', options)
		expect(error).toBeNull()
		expect(data).toMatchObject({ path, fullPath: `papers/${path}` })
		expect(await (await as(ada).download(path)).data?.text()).toBe('hello world')
		const info = await as(ada).info(path)
		expect(info.data).toMatchObject({
			name: path,
			bucketId: 'papers',
			size: 11,
			contentType: 'text/plain;charset=UTF-8',
			cacheControl: 'max-age=60',
			etag: '"5eb63bbbe01eeed093cb22bb8f5acdc3"',
			metadata,
		})
		expect((await as(ada).exists(path)).data).toBe(true)
		expect((await as(ada).exists(`${ada}/other`)).data).toBe(false)
	})

	it('the official client uploads a Blob as a form with its parts in any order', async () => {
		const path = `${ada}/blob.bin`
		const bytes = new Uint8Array(3_000_000).fill(7)
		const blob = new Blob([bytes], { type: 'application/x-thing' })
		expect((await as(ada).upload(path, blob, { metadata: { a: 1 } })).error).toBeNull()
		const { data } = await as(ada).download(path)
		expect(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(bytes)
		expect((await as(ada).info(path)).data).toMatchObject({
			contentType: 'application/x-thing',
			metadata: { a: 1 },
		})
	})

	it('an object that a caller may not read looks as if it did not exist', async () => {
		const path = `${ada}/secret.txt`
		await as(ada).upload(path, 'mine')
		const visitor = platform.client().storage.from('papers')
		for (const who of [as(bob), visitor]) {
			expect((await who.download(path)).error).toMatchObject({ statusCode: '404' })
			expect((await who.upload(path, 'theirs')).error).toMatchObject({
				status: 400,
				statusCode: '403',
			})
			expect((await who.upload(path, 'theirs', { upsert: true })).error).toMatchObject({
				statusCode: '403',
			})
			expect((await who.createSignedUrl(path, 60)).error).toMatchObject({ statusCode: '404' })
			expect((await who.remove([path])).data).toEqual([])
			expect((await who.list(ada)).data).toEqual([])
		}
		expect(await (await as(ada).download(path)).data?.text()).toBe('mine')
	})

	it('a second upload is refused unless it upserts, which deletes the old bytes', async () => {
		const path = `${ada}/twice.txt`
		const first = await as(ada).upload(path, 'one')
		expect((await as(ada).upload(path, 'two')).error).toMatchObject({
			statusCode: '409',
			message: 'The resource already exists',
		})
		expect(await (await as(ada).download(path)).data?.text()).toBe('one')
		const { version: before } = (await as(ada).info(path)).data ?? { version: '' }
		const second = await as(ada).upload(path, 'two', { upsert: true })
		expect(second.data?.id).toBe(first.data?.id)
		expect((await as(ada).update(path, 'three')).error).toBeNull()
		expect(await (await as(ada).download(path)).data?.text()).toBe('three')
		expect(await platform.deps.files.read(before)).toBeUndefined()
	})

	it('the official client moves, copies, lists and removes objects', async () => {
		const of = (name: string) => `${bob}/tidy/${name}`
		await as(bob).upload(of('a.txt'), 'a')
		await as(bob).upload(of('deep/b.txt'), 'b')
		expect((await as(bob).move(of('a.txt'), of('c.txt'))).error).toBeNull()
		expect((await as(bob).copy(of('c.txt'), of('d.txt'))).data?.path).toBe(`papers/${of('d.txt')}`)
		const { data: entries } = await as(bob).list(`${bob}/tidy`)
		expect(entries?.map(({ name, id }) => [name, id === null])).toEqual([
			['deep', true],
			['c.txt', false],
			['d.txt', false],
		])
		const searched = await as(bob).list(`${bob}/tidy`, { search: 'C' })
		expect(searched.data?.map(({ name }) => name)).toEqual(['c.txt'])
		const { data: gone } = await as(bob).remove([of('c.txt'), of('never.txt')])
		expect(gone?.map(({ name }) => name)).toEqual([of('c.txt')])
		expect((await as(bob).download(of('c.txt'))).error).toMatchObject({ statusCode: '404' })
		expect(await (await as(bob).download(of('d.txt'))).data?.text()).toBe('a')
		expect((await as(bob).move(of('d.txt'), `${ada}/stolen.txt`)).error).toMatchObject({
			statusCode: '403',
		})
	})

	it('concurrent moves of an object move it once', async () => {
		const of = (name: string) => `${bob}/crowd/${name}`
		await as(bob).upload(of('a.txt'), 'a')
		const places = ['1', '2', '3', '4', '5', '6']
		const moves = await Promise.all(places.map((name) => as(bob).move(of('a.txt'), of(name))))
		const done = places.filter((_, i) => moves[i]?.error === null)
		expect(done).toHaveLength(1)
		const { data: entries } = await as(bob).list(`${bob}/crowd`)
		expect(entries?.map(({ name }) => name)).toEqual(done)
		for (const { error } of moves) if (error) expect(error).toMatchObject({ statusCode: '404' })
	})

	it('list-v2 pages through keys and folders', async () => {
		for (const name of ['x/1', 'x/2', 'y/1', 'z']) await as(bob).upload(`${bob}/v2/${name}`, name)
		const prefix = `${bob}/v2/`
		const first = await as(bob).listV2({ prefix, with_delimiter: true, limit: 2 })
		expect(first.data).toMatchObject({ hasNext: true, objects: [] })
		expect(first.data?.folders.map(({ name }) => name)).toEqual([`${prefix}x/`, `${prefix}y/`])
		const cursor = first.data?.nextCursor ?? ''
		const rest = await as(bob).listV2({ prefix, with_delimiter: true, limit: 2, cursor })
		expect(rest.data).toMatchObject({
			hasNext: false,
			folders: [],
			objects: [{ name: `${prefix}z` }],
		})
		const flat = await as(bob).listV2({ prefix })
		expect(flat.data?.objects.map(({ name }) => name)).toHaveLength(4)
	})

	it.each([
		['name', 'asc', 'a b x/ y/'],
		['name', 'desc', 'y/ x/ b a'],
		['created_at', 'asc', 'b x/ a y/'],
		['created_at', 'desc', 'x/ y/ a b'],
		['updated_at', 'asc', 'b a y/ x/'],
	] as const)('lists folders and files by %s, %s, one at a time', async (column, order, expected) => {
		const prefix = `${bob}/order-${column}-${order}/`
		for (const name of ['b', 'x/1', 'a', 'y/1', 'x/2']) await as(bob).upload(prefix + name, name)
		await as(bob).update(`${prefix}x/1`, 'again')
		const seen: string[] = []
		for (let cursor: string | undefined; ; ) {
			const options = { prefix, with_delimiter: true, limit: 1, sortBy: { column, order } }
			const { data } = await as(bob).listV2(cursor ? { ...options, cursor } : options)
			const entries = [...(data?.folders ?? []), ...(data?.objects ?? [])]
			seen.push(...entries.map(({ name }) => name.slice(prefix.length)))
			cursor = data?.nextCursor
			if (!data?.hasNext) break
		}
		expect(seen.join(' ')).toBe(expected)
		const exact = await as(bob).listV2({ prefix: `${prefix}a`, exactMatch: true })
		expect(exact.data?.objects).toHaveLength(1)
		const bad = await as(bob).listV2({ prefix, cursor: 'bm9uc2Vuc2U' })
		expect(bad.error).toMatchObject({ status: 400, statusCode: '400' })
	})

	it('an object uploaded with a content encoding is served with it', async () => {
		const text = 'hello '.repeat(100)
		const options = { contentType: 'text/plain', contentEncoding: 'gzip' }
		await as(ada).upload(`${ada}/raw.gz`, gzipSync(text), options)
		const blob = new Blob([new Uint8Array(gzipSync(text))], { type: 'text/plain' })
		await as(ada).upload(`${ada}/form.gz`, blob, options)
		for (const name of ['raw.gz', 'form.gz']) {
			expect(await (await as(ada).download(`${ada}/${name}`)).data?.text()).toBe(text)
			const info = await as(ada).info(`${ada}/${name}`)
			expect(info.data).toMatchObject({ contentEncoding: 'gzip', contentType: 'text/plain' })
		}
		const plain = { copyMetadata: false, metadata: { contentEncoding: '' } }
		await as(ada).copy(`${ada}/raw.gz`, `${ada}/bare.gz`, plain)
		const bytes = await (await as(ada).download(`${ada}/bare.gz`)).data?.arrayBuffer()
		expect(gunzipSync(Buffer.from(bytes ?? new ArrayBuffer(0))).toString()).toBe(text)
		const odd = { contentEncoding: 'rot13' }
		expect((await as(ada).upload(`${ada}/odd`, 'x', odd)).error).toMatchObject({
			statusCode: '400',
		})
	})

	it('a read that names a version finds only the current one', async () => {
		const path = `${ada}/versions.txt`
		await as(ada).upload(path, 'one')
		const { version: old = '' } = (await as(ada).info(path)).data ?? {}
		await as(ada).update(path, 'two')
		const { version: now = '' } = (await as(ada).info(path)).data ?? {}
		const gone = { statusCode: '404' }
		expect((await as(ada).download(path, { versionId: old })).error).toMatchObject(gone)
		expect((await as(ada).info(path, { versionId: old })).error).toMatchObject(gone)
		expect(await (await as(ada).download(path, { versionId: now })).data?.text()).toBe('two')
		const copy = as(ada).copy(path, `${path}.copy`, { sourceVersionId: old })
		expect((await copy).error).toMatchObject(gone)
		const move = as(ada).move(path, `${path}.moved`, { sourceVersionId: old })
		expect((await move).error).toMatchObject(gone)
		const stale = as(ada).createSignedUrl(path, 60, { versionId: old })
		expect((await stale).error).toMatchObject(gone)
		const link = (await as(ada).createSignedUrl(path, 60, { versionId: now })).data?.signedUrl
		expect(await (await fetch(link ?? '')).text()).toBe('two')
		expect((await as(ada).remove([{ path, versionId: old }])).data).toEqual([])
		await as(ada).update(path, 'three')
		expect((await fetch(link ?? '')).status).toBe(400)
		const { version: last = '' } = (await as(ada).info(path)).data ?? {}
		expect((await as(ada).remove([{ path, versionId: last }])).data).toHaveLength(1)
	})

	it('a copy may override the metadata of its source', async () => {
		const path = `${ada}/said.txt`
		await as(ada).upload(path, 'said', { metadata: { a: 1 }, contentType: 'text/plain' })
		const metadata = { cacheControl: 'max-age=5', mimetype: 'text/css' }
		await as(ada).copy(path, `${path}.1`, { copyMetadata: false, metadata })
		expect((await as(ada).info(`${path}.1`)).data).toMatchObject({
			cacheControl: 'max-age=5',
			contentType: 'text/css',
			metadata: {},
		})
		const evil = { cacheControl: 'max-age=5\r\nx: y', mimetype: 'text/css\r\nx: y' }
		await as(ada).copy(path, `${path}.2`, { copyMetadata: false, metadata: evil })
		expect((await as(ada).info(`${path}.2`)).data).toMatchObject({
			cacheControl: 'no-cache',
			contentType: 'application/octet-stream',
		})
		expect(await (await as(ada).download(`${path}.2`)).data?.text()).toBe('said')
		await as(ada).copy(path, `${path}.3`)
		expect((await as(ada).info(`${path}.3`)).data).toMatchObject({ metadata: { a: 1 } })
	})

	it('a signed link reads one object until it expires', async () => {
		const path = `${ada}/linked file.txt`
		await as(ada).upload(path, 'for a friend')
		const { data } = await as(ada).createSignedUrl(path, 60, { download: 'présent.txt' })
		const answer = await fetch(data?.signedUrl ?? '')
		expect(await answer.text()).toBe('for a friend')
		expect(answer.headers.get('content-disposition')).toBe(
			`attachment; filename="pr_sent.txt"; filename*=UTF-8''pr%C3%A9sent.txt`,
		)
		const batch = await as(ada).createSignedUrls([path, `${ada}/none`], 60)
		expect(batch.data?.map(({ error }) => error)).toEqual([
			null,
			'Either the object does not exist or you do not have access to it',
		])
		expect((await fetch(batch.data?.[0]?.signedUrl ?? '')).status).toBe(200)
	})

	it('a signed upload link writes one object', async () => {
		const path = `${ada}/by-link.txt`
		const { data } = await as(ada).createSignedUploadUrl(path)
		const visitor = platform.client().storage.from('papers')
		const token = data?.token ?? ''
		expect((await visitor.uploadToSignedUrl(`${ada}/else.txt`, token, 'x')).error).toMatchObject({
			statusCode: '400',
		})
		expect((await visitor.uploadToSignedUrl(path, token, 'x')).error).toBeNull()
		expect((await visitor.uploadToSignedUrl(path, token, 'y')).error).toMatchObject({
			statusCode: '409',
		})
		expect(await (await as(ada).download(path)).data?.text()).toBe('x')
	})

	it('storage.operation() gives policies Supabase’s operation names', async () => {
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name) values ('rules', 'rules');
			create policy named on storage.objects for all to authenticated
				using (bucket_id = 'rules' and storage.allow_only_operation(name))
				with check (bucket_id = 'rules' and storage.allow_any_operation(array['object.none', name]))`,
		)
		const reading = ['get_authenticated', 'list', 'list_v2', 'sign', 'sign_many', 'delete_many']
		const odd = ['get_authenticated_info', 'head_authenticated_info', 'delete']
		const names = [...reading, ...odd].map((name) => `object.${name}`)
		const service = platform.admin().storage.from('rules')
		for (const name of names) await service.upload(name, 'x')
		const token = platform.token(bob)
		const rules = platform.client(token).storage.from('rules')
		const call = (method: string, path: string) =>
			fetch(`${platform.url}/storage/v1/${path}`, {
				method,
				headers: { apikey: platform.deps.keys.anonKey, authorization: `Bearer ${token}` },
			})
		const open = async (test: (name: string) => PromiseLike<{ error: unknown }>) => {
			const answers = await Promise.all(names.map(async (name) => [name, await test(name)] as const))
			return answers.flatMap(([name, { error }]) => (error === null ? [name] : []))
		}
		expect(await open((name) => rules.download(name))).toEqual(['object.get_authenticated'])
		expect(await open((name) => rules.info(name))).toEqual(['object.get_authenticated_info'])
		expect((await rules.list()).data?.map(({ name }) => name)).toEqual(['object.list'])
		expect((await rules.listV2()).data?.objects.map(({ name }) => name)).toEqual(['object.list_v2'])
		expect(await open((name) => rules.createSignedUrl(name, 60))).toEqual(['object.sign'])
		const { data: links } = await rules.createSignedUrls(names, 60)
		expect(links?.flatMap(({ path, error }) => (error ? [] : [path]))).toEqual(['object.sign_many'])
		expect((await call('HEAD', 'object/rules/object.head_authenticated_info')).status).toBe(200)
		expect((await call('DELETE', 'object/rules/object.delete')).status).toBe(200)
		expect((await rules.remove(names)).data?.map(({ name }) => name)).toEqual(['object.delete_many'])
		expect((await rules.upload('object.upload', 'x')).error).toBeNull()
		expect((await rules.update('storage.object.upload_update', 'x')).error).toBeNull()
		expect((await rules.createSignedUploadUrl('object.sign_upload_url')).error).toBeNull()
		expect((await rules.upload('object.upload_signed', 'x')).error).not.toBeNull()
	})

	it('public buckets are served to everybody, and private ones not at the public address', async () => {
		await platform.admin().storage.from('open').upload('sign.html', '<script>alert(1)</script>', {
			contentType: 'text/html',
		})
		const { data } = platform.client().storage.from('open').getPublicUrl('sign.html')
		const answer = await fetch(data.publicUrl)
		expect(answer.status).toBe(200)
		expect(Object.fromEntries(answer.headers)).toMatchObject({
			'content-type': 'text/plain',
			'x-content-type-options': 'nosniff',
			'content-security-policy': "sandbox; default-src 'none'",
			'cross-origin-resource-policy': 'cross-origin',
			'x-robots-tag': 'none',
			'accept-ranges': 'bytes',
			'cache-control': 'max-age=3600',
		})
		// The client's download runs as the caller, who may not read the row.
		const visitor = platform.client().storage.from('open')
		expect(await (await visitor.download('sign.html')).data?.text()).toContain('alert')
		expect((await visitor.download('none.html')).error).toMatchObject({ statusCode: '404' })
		expect((await visitor.list()).data).toEqual([])
		expect((await visitor.createSignedUrl('sign.html', 60)).error).not.toBeNull()
		const hidden = platform.client().storage.from('papers').getPublicUrl(`${ada}/secret.txt`)
		expect(await (await fetch(hidden.data.publicUrl)).json()).toMatchObject({ statusCode: '404' })
	})

	it('an object of a public bucket is served at its other addresses only with a good key and token', async () => {
		await platform.admin().storage.from('open').upload('keyed.txt', 'x')
		const apikey = platform.deps.keys.anonKey
		const [head, , signature] = platform.token(ada).split('.')
		const body = Buffer.from('{"role":"service_role"}').toString('base64url')
		for (const address of ['object/open', 'object/authenticated/open', 'render/image/authenticated/open'])
			for (const headers of [
				{},
				{ apikey, authorization: `Bearer ${head}.${body}.${signature}` },
				{ apikey, authorization: `Bearer ${platform.token(ada, -60)}` },
			]) {
				const answer = await fetch(`${platform.url}/storage/v1/${address}/keyed.txt`, { headers })
				expect([address, headers, answer.status]).toEqual([address, headers, 400])
				expect((await answer.json()).message).toMatch(/authorization|signature|exp/)
			}
		const known = await fetch(`${platform.url}/storage/v1/object/open/keyed.txt`, { headers: { apikey } })
		expect(known.status).toBe(200)
	})
})
