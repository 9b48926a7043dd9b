import { randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type ClientRequest, request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepFiles } from '#platform/storage/objects/sweep-files.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { createTusRequests, type TusRequests } from '#test/support/storage/tus-requests.ts'
import { asOwner } from '#test/support/test-database.ts'
import { sweepUploads } from './sweep-uploads.ts'

const ada = randomUUID()
const film = randomBytes(3_000_000)

describe('uploads in pieces, after something went wrong', () => {
	let platform: PlatformApp
	let other: PlatformApp
	let tus: TusRequests
	const at = async (upload: string, wire = tus) => Number((await wire.head(upload)).headers.get('upload-offset'))
	const stored = async (name: string) => {
		const { data } = await platform.admin().storage.from('films').download(name)
		return data && Buffer.from(await data.arrayBuffer())
	}
	const owner = (text: string) => asOwner<{ id: string }>(platform.database, text)
	const partials = () => readdir(join(platform.deps.config.DATA_DIR, 'storage', 'uploads'))

	/** Sends the beginning of a chunk, then stalls. */
	function stall(upload: string, bytes: Buffer): ClientRequest {
		const sending = request(upload, {
			method: 'PATCH',
			headers: {
				apikey: platform.deps.keys.anonKey,
				authorization: `Bearer ${platform.token(ada)}`,
				'tus-resumable': '1.0.0',
				'upload-offset': '0',
				'content-type': 'application/offset+octet-stream',
				'content-length': film.length,
			},
		})
		sending.on('error', () => {})
		sending.write(bytes)
		return sending
	}

	beforeAll(async () => {
		platform = await openPlatformApp()
		const { DATA_DIR } = platform.deps.config
		other = await openPlatformApp({ DATA_DIR }, platform.database)
		await owner(
			`insert into storage.buckets (id, name) values ('films', 'films');
			create policy all_in on storage.objects for all to authenticated using (true) with check (true)`,
		)
		tus = createTusRequests(platform, 'films', platform.token(ada))
	})
	afterAll(async () => {
		await other.close()
		await platform.close()
	})

	it('a resumable upload continues in the middle of an interrupted chunk', async () => {
		const upload = await tus.begin('cut', film.length)
		const sending = stall(upload, film.subarray(0, 1_000_000))
		await expect.poll(partials).toHaveLength(1)
		sending.destroy()
		await expect.poll(() => at(upload)).toBeGreaterThan(0)
		const came = await at(upload)
		expect(came).toBeLessThanOrEqual(1_000_000)
		expect((await tus.patch(upload, came, film.subarray(came))).status).toBe(204)
		expect((await stored('cut'))?.equals(film)).toBe(true)
	})

	it('a resumable upload is taken over from a dead connection by another node', async () => {
		const upload = await tus.begin('taken over', film.length)
		const there = upload.replace(platform.url, other.url)
		const sending = stall(upload, film.subarray(0, 700_000))
		await expect.poll(partials).toHaveLength(1)
		const wire = createTusRequests(other, 'films', platform.token(ada))
		const came = await at(there, wire)
		expect((await wire.patch(there, came, film.subarray(came))).status).toBe(204)
		sending.destroy()
		expect((await stored('taken over'))?.equals(film)).toBe(true)
	})

	it('a resumable upload becomes an object although the database failed at the last byte', async () => {
		const upload = await tus.begin('late row', film.length)
		await owner(
			`create function storage.too_slow() returns trigger language plpgsql as
				$$ begin raise exception 'canceling statement' using errcode = '57014'; end $$;
			create trigger too_slow before insert on storage.objects for each row
				when (new.metadata ->> 'size' = '${film.length}') execute function storage.too_slow()`,
		)
		expect((await tus.patch(upload, 0, film)).status).toBe(544)
		expect(await stored('late row')).toBeNull()
		// Not 544: the client would restart the upload.
		expect((await tus.head(upload)).status).toBe(423)
		await owner('drop trigger too_slow on storage.objects; drop function storage.too_slow()')
		expect(await at(upload)).toBe(film.length)
		expect((await stored('late row'))?.equals(film)).toBe(true)
	})

	it('a resumable upload is finished once, however often its sender retries', async () => {
		const upload = await tus.begin('again', film.length)
		await tus.patch(upload, 0, film)
		expect(await at(upload)).toBe(film.length)
		expect((await tus.patch(upload, film.length, Buffer.alloc(0))).status).toBe(204)
		expect((await tus.call('DELETE', upload)).status).toBe(400)
		expect((await stored('again'))?.equals(film)).toBe(true)
		// The object remains after the upload expires.
		await owner(`update storage.uploads set created_at = now() - interval '2 days' where name = 'again'`)
		await sweepUploads(platform.deps)
		expect((await tus.head(upload)).status).toBe(404)
		expect((await stored('again'))?.equals(film)).toBe(true)
	})

	it('a resumable upload is finished together with its object, or not at all', async () => {
		const upload = await tus.begin('together', film.length)
		await tus.patch(upload, 0, film)
		const [row] = await asOwner<{ finished: boolean; pieces: unknown }>(
			platform.database,
			`select u.finished_at is not null as finished, u.pieces from storage.uploads u
			join storage.objects o on o.version = u.version where u.name = 'together'`,
		)
		expect(row).toEqual({ finished: true, pieces: null })
	})

	it('a resumable upload and its bytes are deleted a day after it began', async () => {
		const upload = await tus.begin('expired', film.length)
		await tus.patch(upload, 0, film.subarray(0, 1000))
		expect(await sweepUploads(platform.deps)).toBe(0)
		await owner(`update storage.uploads set created_at = now() - interval '25 hours'`)
		expect((await tus.head(upload)).status).toBe(410)
		expect((await tus.patch(upload, 1000, film.subarray(1000))).status).toBe(410)
		expect(await sweepUploads(platform.deps)).toBeGreaterThan(0)
		expect((await tus.head(upload)).status).toBe(404)
		expect(await partials()).toEqual([])
		expect(await stored('expired')).toBeNull()
	})

	it('interrupted resumable uploads leave neither a file without a row nor a row without a file', async () => {
		expect(await sweepFiles(platform.deps, -1)).toEqual({ deleted: 0, missing: [] })
	})
})
