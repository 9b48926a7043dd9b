import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const [ada, bob] = [randomUUID(), randomUUID()]
const chunk = 6 * 1024 * 1024

describe('an upload in pieces, through tus-js-client', () => {
	let platform: PlatformApp
	const bytesOf = async (bucket: string, name: string) => {
		const { data, error } = await platform.admin().storage.from(bucket).download(name)
		if (error) throw error
		return Buffer.from(await data.arrayBuffer())
	}
	const send = (
		bytes: Buffer,
		place: { bucket?: string; name: string; person?: string; headers?: Record<string, string> },
	) =>
		new Promise<string>((resolve, reject) => {
			const { bucket = 'films', name, person = ada, headers } = place
			const upload = new Upload(bytes, {
				endpoint: `${platform.url}/storage/v1/upload/resumable`,
				headers: headers ?? {
					authorization: `Bearer ${platform.token(person)}`,
					apikey: platform.deps.keys.anonKey,
				},
				metadata: {
					bucketName: bucket,
					objectName: name,
					contentType: 'video/mp4',
					cacheControl: '60',
					metadata: JSON.stringify({ take: 2 }),
				},
				chunkSize: chunk,
				retryDelays: [],
				uploadDataDuringCreation: true,
				removeFingerprintOnSuccess: true,
				onError: reject,
				onSuccess: () => resolve(upload.url ?? ''),
			})
			upload.start()
		})

	beforeAll(async () => {
		platform = await openPlatformApp()
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name) values ('films', 'films');
			create policy owner_keeps on storage.objects for all to authenticated
				using ((storage.foldername(name))[1] = auth.uid()::text)
				with check ((storage.foldername(name))[1] = auth.uid()::text)`,
		)
	})
	afterAll(() => platform.close())

	it('tus-js-client uploads a file with its metadata', async () => {
		const bytes = randomBytes(2 * chunk + 12_345)
		const name = `${ada}/take (2).mp4`
		const url = await send(bytes, { name })
		expect(url.startsWith(`${platform.url}/storage/v1/upload/resumable/`)).toBe(true)
		expect((await bytesOf('films', name)).equals(bytes)).toBe(true)
		const { data } = await platform.client(platform.token(ada)).storage.from('films').info(name)
		expect(data).toMatchObject({
			size: bytes.length,
			contentType: 'video/mp4',
			cacheControl: 'max-age=60',
			metadata: { take: 2 },
		})
		const folder = join(platform.deps.config.DATA_DIR, 'storage', 'uploads')
		expect(await readdir(folder)).toEqual([])
	})

	it('a resumable upload is refused without permission or when the object exists', async () => {
		const bytes = Buffer.from('a film')
		await expect(send(bytes, { name: `${bob}/mine.mp4` })).rejects.toThrow('response code: 403')
		await send(bytes, { name: `${ada}/once.mp4` })
		await expect(send(bytes, { name: `${ada}/once.mp4` })).rejects.toThrow('response code: 409')
	})
})
