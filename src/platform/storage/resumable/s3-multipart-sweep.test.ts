import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type S3MultipartServer, startS3MultipartServer } from '#test/fakes/s3-multipart-server.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { createTusRequests, type TusRequests } from '#test/support/storage/tus-requests.ts'
import { asOwner } from '#test/support/test-database.ts'
import { sweepUploads } from './sweep-uploads.ts'

const ada = randomUUID()
/** More than one S3 part, so that a part is pending there. */
const piece = randomBytes(5_500_000)
const day = 86_400_000

describe('parts that lie in S3 of files that will never be whole', () => {
	let s3: S3MultipartServer
	let platform: PlatformApp
	let tus: TusRequests
	const sql = (text: string) => asOwner<{ id: string }>(platform.database, text)
	/** Sends the beginning of a file. @returns its key in S3 */
	async function begin(name: string): Promise<string> {
		const before = await s3.uploads()
		const at = await tus.begin(name, 9_000_000)
		expect((await tus.patch(at, 0, piece)).status).toBe(204)
		const [key = ''] = (await s3.uploads()).filter((one) => !before.includes(one))
		expect(key).toMatch(/^files\//)
		return key
	}

	beforeAll(async () => {
		s3 = await startS3MultipartServer()
		platform = await openPlatformApp(s3.settings)
		await sql(
			`insert into storage.buckets (id, name) values ('films', 'films');
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
		tus = createTusRequests(platform, 'films', platform.token(ada))
	})
	afterAll(async () => {
		await platform.close()
		await s3.close()
	})

	it('S3 parts are deleted when their upload is ended', async () => {
		const at = await tus.begin('ended', 9_000_000)
		await tus.patch(at, 0, piece)
		expect(await s3.uploads()).toHaveLength(1)
		expect((await tus.call('DELETE', at)).status).toBe(204)
		expect(await s3.uploads()).toEqual([])
	})

	it('the sweep deletes S3 parts of uploads abandoned for a day', async () => {
		await begin('forgotten')
		await sql(`update storage.uploads set created_at = now() - interval '25 hours'`)
		await sweepUploads(platform.deps)
		expect(await s3.uploads()).toEqual([])
	})

	it('the sweep deletes any number of unknown S3 parts', async () => {
		const keys: string[] = []
		for (const name of ['1', '2', '3', '4', '5']) keys.push(await begin(name))
		const young = await begin('young')
		await sql('delete from storage.uploads')
		for (const key of keys) await s3.backdate(key, 3 * day)
		await sweepUploads(platform.deps)
		expect(await s3.uploads()).toEqual([young])
	})
})
