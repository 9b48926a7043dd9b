import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { addRecording, publishRecording, sampleCaptions } from '#test/support/product/add-recording.ts'
import { createSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { signMediaUrl } from './signed-media-url.ts'

describe.each(['disk', 'S3'])('recordings on %s', (place) => {
	let app: TestApp
	let service: SupabaseClient
	let spaceId: string
	let stopS3: (() => Promise<void>) | undefined
	beforeAll(async () => {
		const s3 = place === 'S3' ? await startS3Server() : undefined
		stopS3 = s3 && (() => s3.close())
		app = await createTestApp(s3?.settings)
		service = app.admin()
		spaceId = (await createSpace(app.database)).space_id
	})
	afterAll(async () => {
		await app.close()
		await stopS3?.()
	})

	const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
		app.fetch(`${app.url}/media/${path}`, { method, headers })
	const statuses = (paths: readonly string[]) => Promise.all(paths.map(async (path) => (await get(path)).status))

	it('the shown file, its poster and captions of a public recording are served to other origins', async () => {
		const { path, poster, mediaId, files, original } = await publishRecording(service, spaceId, {
			captions: { en: sampleCaptions },
		})
		const video = await get(path)
		expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/mp4'])
		expect(Buffer.from(await video.arrayBuffer()).equals(files.bytes)).toBe(true)
		const captions = await get(`${path.replace('.mp4', '.en.vtt')}`)
		expect([captions.status, captions.headers.get('content-type')]).toEqual([200, 'text/vtt; charset=utf-8'])
		expect(await captions.text()).toBe(sampleCaptions)
		const picture = await get(poster ?? '')
		expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
		for (const answer of [video, captions, picture])
			expect(Object.fromEntries(answer.headers)).toMatchObject({
				'cache-control': 'public, max-age=30',
				'access-control-allow-origin': '*',
				'cross-origin-resource-policy': 'cross-origin',
				'x-content-type-options': 'nosniff',
				'accept-ranges': 'bytes',
				etag: expect.stringMatching(/^"/),
			})
		const etag = captions.headers.get('etag') ?? ''
		expect((await get(path.replace('.mp4', '.en.vtt'), { 'if-none-match': etag })).status).toBe(304)
		expect(mediaId).toBeTruthy()
		expect(await statuses([original])).toEqual([404])
	})

	it('a player gets ranges of a recording, and each is refused after a withdrawal', async () => {
		const { id, path, files } = await publishRecording(service, spaceId, { kind: 'audio' })
		const size = files.bytes.length
		const head = await get(path, {}, 'HEAD')
		expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(size), ''])
		const first = await get(path, { range: 'bytes=0-99' })
		expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-99/${size}`])
		expect(Buffer.from(await first.arrayBuffer()).equals(files.bytes.subarray(0, 100))).toBe(true)
		const etag = first.headers.get('etag') ?? ''
		const end = await get(path, { range: 'bytes=-50', 'if-range': etag })
		expect(Buffer.from(await end.arrayBuffer()).equals(files.bytes.subarray(size - 50))).toBe(true)
		expect((await get(path, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
		const beyond = await get(path, { range: `bytes=${size}-` })
		expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])

		await service.from('testimonials').update({ withdrawn_at: new Date().toISOString() }).eq('id', id).throwOnError()
		const gone = await get(path, { range: 'bytes=100-199', 'if-range': etag })
		expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store'])
		expect((await get(path, {}, 'HEAD')).status).toBe(404)
	})
})

describe('what the public may not read of recordings', () => {
	let app: TestApp
	let service: SupabaseClient
	let spaceId: string
	beforeAll(async () => {
		app = await createTestApp()
		service = app.admin()
		spaceId = (await createSpace(app.database)).space_id
	})
	afterAll(() => app.close())
	const status = async (path: string) => (await app.fetch(`${app.url}/media/${path}`)).status
	const captionsOf = (path: string, locale = 'en') => path.replace(/\.\w+$/, `.${locale}.vtt`)

	it('nothing of a recording is served while its testimonial is pending', async () => {
		const { id, path, poster, original } = await publishRecording(service, spaceId, {
			status: 'pending',
			captions: { en: sampleCaptions },
		})
		for (const one of [path, poster ?? '', captionsOf(path), original]) expect(await status(one), one).toBe(404)
		await service.from('testimonials').update({ status: 'approved' }).eq('id', id).throwOnError()
		for (const one of [path, poster ?? '', captionsOf(path)]) expect(await status(one), one).toBe(200)
		await service.from('testimonials').update({ withdrawn_at: new Date().toISOString() }).eq('id', id).throwOnError()
		for (const one of [path, poster ?? '', captionsOf(path), original]) expect(await status(one), one).toBe(404)
	})

	it('captions that are a draft, of another language or of another recording are not served', async () => {
		const draft = await publishRecording(service, spaceId, { captions: { en: sampleCaptions }, draft: true })
		expect(await status(captionsOf(draft.path))).toBe(404)
		const shown = await publishRecording(service, spaceId, { captions: { de: sampleCaptions } })
		expect(await status(captionsOf(shown.path, 'de'))).toBe(200)
		expect(await status(captionsOf(shown.path, 'fr'))).toBe(404)
		expect(await status(shown.path.replace(/\.\w+$/, '.vtt'))).toBe(404)
		const mixed = captionsOf(shown.path, 'de').replace(shown.mediaId, draft.mediaId)
		expect(await status(mixed)).toBe(404)
	})

	it('a path of another tenant, a traversal and an encoded slash lead nowhere', async () => {
		const other = (await createSpace(app.database)).space_id
		const { path } = await publishRecording(service, spaceId, { captions: { en: sampleCaptions } })
		const [, testimonial = '', file = ''] = path.split('/')
		for (const one of [path, captionsOf(path)]) expect(await status(one.replace(spaceId, other)), one).toBe(404)
		for (const one of [
			`${spaceId}/${testimonial}/..%2F${testimonial}%2F${file}`,
			`${spaceId}/${testimonial}/%2e%2e/${testimonial}/${file}x`,
			`${spaceId}%2F${testimonial}/${file}`,
			`${other}/..%2F${spaceId}/${testimonial}/${file}`,
			`${spaceId}/${testimonial}/${file}%00`,
			`${spaceId}/${testimonial}/'.en.vtt`,
		])
			expect(await status(one), one).toBe(404)
	})

	it('a recording that waits to replace another is not served', async () => {
		const { id, mediaId, path } = await publishRecording(service, spaceId)
		const options = { seconds: 7, captions: { en: sampleCaptions } }
		const added = await addRecording(service, { spaceId, testimonialId: id }, options)
		await service.from('media').update({ replaces: mediaId }).eq('id', added.mediaId).throwOnError()
		expect(await status(path)).toBe(200)
		expect(await status(added.path)).toBe(404)
		expect(await status(captionsOf(added.path))).toBe(404)
	})

	it('a signed link opens the shown file and the poster before anybody else may, and never an original', async () => {
		const { path, poster, original } = await publishRecording(service, spaceId, { status: 'pending' })
		const signed = (one: string) => app.fetch(app.url + signMediaUrl(app.deps.keys.secret, one))
		for (const one of [path, poster ?? '']) {
			const answer = await signed(one)
			expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, max-age=900'])
		}
		expect((await signed(original)).status).toBe(404)
	})

	it('a signed link opens captions before anybody else may, never a draft and never those of another recording', async () => {
		const { path } = await publishRecording(service, spaceId, {
			status: 'pending',
			captions: { en: sampleCaptions, de: sampleCaptions },
		})
		const sign = (one: string) => app.url + signMediaUrl(app.deps.keys.secret, one)
		const english = await app.fetch(sign(captionsOf(path)))
		expect([english.status, english.headers.get('cache-control')]).toEqual([200, 'private, max-age=900'])
		expect(await english.text()).toBe(sampleCaptions)
		// A signature is for one file.
		expect((await app.fetch(sign(captionsOf(path)).replace('.en.vtt', '.de.vtt'))).status).toBe(404)
		const draft = await publishRecording(service, spaceId, { captions: { en: sampleCaptions }, draft: true })
		expect((await app.fetch(sign(captionsOf(draft.path)))).status).toBe(404)
		expect((await app.fetch(sign(captionsOf(path, 'fr')))).status).toBe(404)
	})
})
