import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { type PostgresProxy, startPostgresProxy } from '#test/support/postgres/postgres-proxy.ts'
import { createTusRequests, type TusRequests } from '#test/support/storage/tus-requests.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const owner = randomUUID()

describe('while the database is away', () => {
	let database: TestDatabase
	let wire: PostgresProxy
	let platform: PlatformApp
	let tus: TusRequests
	let links: { upload: string; download: string }
	let upload: string

	const call = async (method: string, path: string, init: RequestInit = {}) => {
		const headers = {
			apikey: platform.deps.keys.anonKey,
			authorization: `Bearer ${platform.token(owner)}`,
			...(init.headers as Record<string, string>),
		}
		return fetch(`${platform.url}/storage/v1${path}`, { method, ...init, headers })
	}
	/** Files of the store, except those from before the outage. */
	const files = async () => {
		const root = join(platform.deps.config.DATA_DIR, 'storage')
		const found = await readdir(root, { recursive: true, withFileTypes: true })
		return found.filter((entry) => entry.isFile()).map(({ name }) => name)
	}
	let before: string[]

	beforeAll(async () => {
		database = await createTestDatabase()
		await asOwner(
			database,
			`insert into storage.buckets (id, name, public, image_policy) values
				('films', 'films', true, null), ('faces', 'faces', false, '{}');
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
		wire = await startPostgresProxy(database)
		platform = await openPlatformApp({ LOG_LEVEL: 'silent' }, wire.database)
		tus = createTusRequests(platform, 'films', platform.token(owner))
		const body = JSON.stringify({ expiresIn: 60 })
		const text = { 'content-type': 'text/plain' }
		await call('POST', '/object/films/there', { body: 'there', headers: text })
		const signed = await call('POST', '/object/sign/films/there', { body })
		const granted = await call('POST', '/object/upload/sign/films/by-link')
		links = {
			download: ((await signed.json()) as { signedURL: string }).signedURL,
			upload: ((await granted.json()) as { url: string }).url,
		}
		upload = await tus.begin('pieces', 10)
		await tus.patch(upload, 0, Buffer.from('01234'))
		before = await files()
	})
	afterAll(async () => {
		await platform.close()
		wire.close()
		await database.drop()
	})

	it('an upload that is interrupted by a database outage is answered 503, and its bytes are deleted', async () => {
		const released = Promise.withResolvers<void>()
		const arriving = new ReadableStream({
			async start(controller) {
				controller.enqueue(new Uint8Array(100_000))
				await released.promise
				controller.enqueue(new Uint8Array(100_000))
				controller.close()
			},
		})
		const init = { body: arriving, duplex: 'half', headers: { 'content-type': 'a/b' } }
		const answered = call('POST', '/object/films/half', init as RequestInit)
		await expect.poll(async () => (await files()).length).toBe(before.length + 1)
		wire.close()
		released.resolve()
		const answer = await answered
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
		expect(await answer.json()).toEqual({
			statusCode: '503',
			error: 'storage_unavailable',
			message: 'The database cannot be reached. Try again.',
			code: 'Unavailable',
		})
		expect(await files()).toEqual(before)
	})

	const form = () => {
		const sent = new FormData()
		sent.append('', new Blob(['x'], { type: 'text/plain' }), 'x.txt')
		return sent
	}
	const text = { 'content-type': 'text/plain' }
	const json = (body: object) => ({ body: JSON.stringify(body) })
	const place = { bucketId: 'films', sourceKey: 'there', destinationKey: 'else' }
	it.each<[string, () => Promise<Response>]>([
		['an upload', () => call('POST', '/object/films/a', { body: 'x', headers: text })],
		['an upload as a form', () => call('POST', '/object/films/a', { body: form() })],
		['a replacement', () => call('PUT', '/object/films/there', { body: 'x', headers: text })],
		['a picture', () => call('POST', '/object/faces/a', { body: 'x', headers: text })],
		['an upload by link', () => call('PUT', links.upload, { body: 'x', headers: text })],
		['a link', () => call('POST', '/object/sign/films/there', json({ expiresIn: 60 }))],
		['a download by link', () => call('GET', links.download)],
		['a public download', () => fetch(`${platform.url}/storage/v1/object/public/films/there`)],
		['a render', () => call('GET', '/render/image/authenticated/films/there')],
		['a list', () => call('POST', '/object/list/films', json({}))],
		['a copy', () => call('POST', '/object/copy', json(place))],
		['a move', () => call('POST', '/object/move', json(place))],
		['a removal', () => call('DELETE', '/object/films', json({ prefixes: ['there'] }))],
		['a new bucket', () => call('POST', '/bucket', json({ name: 'new' }))],
	])('during a database outage, %s is answered 503 with Retry-After, and leaves no file', async (_, ask) => {
		const answer = await ask()
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
		expect(await answer.json()).toMatchObject({ statusCode: '503', code: 'Unavailable' })
		expect(await files()).toEqual(before)
	})

	it.each<[string, number, () => Promise<Response>]>([
		['begun', 503, async () => (await tus.create({ objectName: 'b' }, { 'upload-length': '5' })).answer],
		['gone on with', 503, () => tus.patch(upload, 5, Buffer.from('56789'))],
		['ended', 503, () => tus.call('DELETE', upload)],
		// tus-js-client restarts an upload after a 5xx at HEAD.
		['asked about', 423, () => tus.head(upload)],
	])(
		'during a database outage, a resumable upload that is %s is answered %i with Retry-After',
		async (_, status, ask) => {
			const answer = await ask()
			expect([answer.status, answer.headers.get('retry-after')]).toEqual([status, '5'])
			expect(await files()).toEqual(before)
		},
	)
})
