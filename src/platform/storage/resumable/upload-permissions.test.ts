import { randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepFiles } from '#platform/storage/objects/sweep-files.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { createTusRequests, type TusRequests } from '#test/support/storage/tus-requests.ts'
import { asOwner } from '#test/support/test-database.ts'

const ada = randomUUID()

describe('uploads in pieces: by link, as pictures, within quotas', () => {
	let platform: PlatformApp
	const wire = (bucket: string) => createTusRequests(platform, bucket, platform.token(ada))
	const size = (bytes: number) => ({ 'upload-length': String(bytes) })
	const objects = (bucket: string) =>
		asOwner<{ name: string; metadata: object }>(
			platform.database,
			'select name, metadata from storage.objects where bucket_id = $1 order by name',
			[bucket],
		)

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, image_policy, folder_size_limit, total_size_limit) values
				('films', 'films', null, null, null), ('faces', 'faces', '{"max_side": 32}', null, null),
				('full', 'full', null, 1000, 2500);
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
	})
	afterAll(() => platform.close())

	it('an upload link allows a resumable upload of its object only', async () => {
		const links = platform.client(platform.token(ada)).storage.from('films')
		const { data } = await links.createSignedUploadUrl('by link')
		const signature = { 'x-signature': data?.token ?? '' }
		const visitor: TusRequests = createTusRequests(platform, 'films')
		const begun = await visitor.create({ objectName: 'by link' }, { ...size(6), ...signature })
		expect(begun.answer.status).toBe(201)
		expect(begun.at).toContain('/storage/v1/upload/resumable/sign/')
		expect((await visitor.patch(begun.at, 0, Buffer.from('linked'))).status).toBe(400)
		const sent = await visitor.patch(begun.at, 0, Buffer.from('linked'), signature)
		expect(sent.status).toBe(204)
		expect(await (await links.download('by link')).data?.text()).toBe('linked')
		const [row] = await asOwner<{ owner_id: string }>(
			platform.database,
			`select owner_id from storage.objects where name = 'by link'`,
		)
		expect(row?.owner_id).toBe(ada)
		const elsewhere = await visitor.create({ objectName: 'other' }, { ...size(1), ...signature })
		expect(elsewhere.answer.status).toBe(400)
		const forged = { 'x-signature': `${data?.token}x` }
		const refused = await visitor.create({ objectName: 'by link' }, { ...size(1), ...forged })
		expect(refused.answer.status).toBe(400)
	})

	it('a resumable upload is terminated by its owner, or by a writer if it has none', async () => {
		const service: TusRequests = createTusRequests(platform, 'films', platform.deps.keys.serviceRoleKey)
		const at = await service.begin('by a program', 6)
		const visitor: TusRequests = createTusRequests(platform, 'films')
		expect((await visitor.call('DELETE', at)).status).toBe(403)
		expect((await service.head(at)).status).toBe(200)
		expect((await service.call('DELETE', at)).status).toBe(204)
	})

	it('a resumable upload into a bucket with an image policy is re-encoded', async () => {
		const picture = await sharp({
			create: { width: 90, height: 60, channels: 3, background: 'red' },
		})
			.jpeg()
			.withExif({ IFD0: { Copyright: 'secret' } })
			.toBuffer()
		const faces = wire('faces')
		const at = await faces.begin('face', picture.length)
		await faces.patch(at, 0, picture.subarray(0, 100))
		expect((await faces.patch(at, 100, picture.subarray(100))).status).toBe(204)
		const { data } = await platform.admin().storage.from('faces').download('face')
		const served = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
		expect(served.includes('secret')).toBe(false)
		expect(await sharp(served).metadata()).toMatchObject({ width: 32, format: 'jpeg' })

		const bad = randomBytes(5000)
		const wrong = await faces.begin('noise', bad.length)
		expect((await faces.patch(wrong, 0, bad)).status).toBe(415)
		expect((await faces.head(wrong)).status).toBe(404)
		expect((await objects('faces')).map(({ name }) => name)).toEqual(['face'])
		expect(await sweepFiles(platform.deps, -1)).toEqual({ deleted: 0, missing: [] })
	})

	it('a resumable upload counts against the quota from its creation to its end', async () => {
		const full = wire('full')
		const begin = async (name: string, bytes: number) =>
			(await full.create({ objectName: name }, size(bytes))).answer.status
		expect(await begin('a/1', 600)).toBe(201)
		expect(await begin('a/2', 401)).toBe(413)
		const second = await full.begin('a/2', 400)
		expect(await begin('a/3', 1)).toBe(413)
		// Another folder has its own quota, but the bucket has one, too.
		expect(await begin('b/1', 1000)).toBe(201)
		expect(await begin('c/1', 501)).toBe(413)
		expect((await full.call('DELETE', second)).status).toBe(204)
		expect(await begin('a/3', 400)).toBe(201)
		expect(await begin('c/1', 500)).toBe(201)
	})

	it('concurrent resumable uploads reserve exactly their declared size', async () => {
		await asOwner(platform.database, `delete from storage.uploads where bucket_id = 'full'`)
		const full = wire('full')
		const tries = Array.from({ length: 30 }, (_, i) => full.create({ objectName: `crowd/${i}` }, size(100)))
		const taken = (await Promise.all(tries)).filter(({ answer }) => answer.status === 201)
		expect(taken).toHaveLength(10)
		const sent = await Promise.all(taken.map(({ at }) => full.patch(at, 0, randomBytes(100))))
		expect(sent.every(({ status }) => status === 204)).toBe(true)
		expect(await objects('full')).toHaveLength(10)
	})
})
