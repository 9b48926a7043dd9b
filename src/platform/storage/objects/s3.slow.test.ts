import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepUploads } from '#platform/storage/resumable/sweep-uploads.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { createTusRequests } from '#test/support/storage/tus-requests.ts'
import { asOwner } from '#test/support/test-database.ts'
import { sweepFiles } from './sweep-files.ts'

const ada = randomUUID()
const film = randomBytes(9_000_000)

describe('storage over S3', () => {
	let s3: S3Server
	let platform: PlatformApp
	const bucket = () => platform.client(platform.token(ada)).storage.from('films')
	const stored = async (name: string) => {
		const { data } = await bucket().download(name)
		return data && Buffer.from(await data.arrayBuffer())
	}

	beforeAll(async () => {
		s3 = await startS3Server()
		platform = await openPlatformApp({ ...s3.settings, LOG_LEVEL: 'silent' })
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, public) values ('films', 'films', true);
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
	})
	afterAll(async () => {
		await platform.close()
		await s3.close()
	})

	it('storage over S3 uploads, replaces, copies, moves, serves and removes', async () => {
		expect((await bucket().upload('a/film', film, { contentType: 'video/mp4' })).error).toBeNull()
		expect((await stored('a/film'))?.equals(film)).toBe(true)
		const { publicUrl } = bucket().getPublicUrl('a/film').data
		const part = await fetch(publicUrl, { headers: { range: 'bytes=-100' } })
		expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 8999900-8999999/9000000'])
		expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(-100))).toBe(true)
		expect((await bucket().copy('a/film', 'copy')).error).toBeNull()
		expect((await bucket().upload('a/film', 'short', { upsert: true })).error).toBeNull()
		expect((await bucket().move('a/film', 'moved')).error).toBeNull()
		expect((await stored('moved'))?.toString()).toBe('short')
		expect((await stored('copy'))?.equals(film)).toBe(true)
		expect((await bucket().remove(['moved', 'copy'])).data).toHaveLength(2)
		expect(await sweepFiles(platform.deps, -60_000)).toEqual({ deleted: 0, missing: [] })
	})

	it('storage over S3 accepts resumable uploads in chunks of any size and resumes them on another node', async () => {
		const tus = createTusRequests(platform, 'films', platform.token(ada))
		const at = await tus.begin('pieces', film.length)
		await tus.patch(at, 0, film.subarray(0, 1000))
		await tus.patch(at, 1000, film.subarray(1000, 6_000_000))
		const { DATA_DIR } = platform.deps.config
		const other = await openPlatformApp({ ...s3.settings, DATA_DIR }, platform.database)
		const there = at.replace(platform.url, other.url)
		const wire = createTusRequests(other, 'films', platform.token(ada))
		expect((await wire.head(there)).headers.get('upload-offset')).toBe('6000000')
		expect((await wire.patch(there, 6_000_000, film.subarray(6_000_000))).status).toBe(204)
		await other.close()
		expect((await stored('pieces'))?.equals(film)).toBe(true)
		const ended = await tus.begin('ended', film.length)
		await tus.patch(ended, 0, film.subarray(0, 6_000_000))
		expect((await tus.call('DELETE', ended)).status).toBe(204)
		await asOwner(platform.database, `update storage.uploads set created_at = now() - interval '2 days'`)
		await sweepUploads(platform.deps)
		expect(await sweepFiles(platform.deps, -60_000)).toEqual({ deleted: 0, missing: [] })
	})

	it('storage reports an S3 outage, and keeps neither row nor partial file', async () => {
		await bucket().upload('early', 'early')
		const tus = createTusRequests(platform, 'films', platform.token(ada))
		const at = await tus.begin('paused', 100)
		await s3.pause()
		const refused = await bucket().upload('late', 'late')
		expect(refused.error).toMatchObject({ status: 503, statusCode: '503' })
		expect((await bucket().download('early')).error).toBeTruthy()
		expect((await tus.patch(at, 0, film.subarray(0, 100))).status).toBe(503)
		await s3.resume()
		expect((await bucket().exists('late')).data).toBe(false)
		expect((await stored('early'))?.toString()).toBe('early')
		expect((await tus.head(at)).headers.get('upload-offset')).toBe('0')
		expect((await tus.patch(at, 0, film.subarray(0, 100))).status).toBe(204)
		expect((await stored('paused'))?.equals(film.subarray(0, 100))).toBe(true)
	})
})
