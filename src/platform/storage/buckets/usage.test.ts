import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { createTusRequests } from '#test/support/storage/tus-requests.ts'
import { asOwner } from '#test/support/test-database.ts'

const full = { statusCode: '413' }

describe.each(['disk', 'S3'])('what a bucket with limits holds, counted as it changes, on %s', (backend) => {
	let s3: S3Server | undefined
	let platform: PlatformApp
	const from = (bucket: string) => platform.admin().storage.from(bucket)
	const send = (name: string, bytes: number, upsert = false) =>
		from('limited').upload(name, 'x'.repeat(bytes), { upsert })
	const owner = <Row extends object>(text: string) => asOwner<Row>(platform.database, text)

	/** The tracked usage and the sum of the files, each as `bucket|folder|bytes`. */
	const counts = async () => {
		const [row] = await owner<{ counted: string[]; held: string[] }>(`
			with places as (
				select b.id, p.place, sum((o.metadata ->> 'size')::bigint) as bytes
				from storage.buckets b join storage.objects o on o.bucket_id = b.id
				cross join lateral storage.limited_places(b, o.name) p (place)
				group by 1, 2)
			select array(select concat_ws('|', id, place, bytes) from places order by id, place) as held,
				array(select concat_ws('|', bucket_id, folder, bytes) from storage.usage order by bucket_id, folder) as counted`)
		return row
	}

	beforeAll(async () => {
		if (backend === 'S3') s3 = await startS3Server()
		platform = await openPlatformApp({ ...s3?.settings, LOG_LEVEL: 'silent' })
		await owner(`insert into storage.buckets (id, name, folder_size_limit, total_size_limit) values
			('limited', 'limited', 1000, 2500), ('roomy', 'roomy', 100000, 100000), ('folders', 'folders', 1000, null), ('free', 'free', null, null)`)
	})
	afterAll(async () => {
		await platform.close()
		await s3?.close()
	})
	afterEach(async () => {
		const found = await counts()
		expect(found?.counted).toEqual(found?.held)
		await owner('delete from storage.objects')
		expect(await counts()).toEqual({ counted: [], held: [] })
	})

	it('bucket usage follows uploads, replacements, refusals and removals', async () => {
		await send('a/1', 600)
		await send('a/1', 700, true)
		expect((await send('a/2', 301)).error).toMatchObject(full)
		expect((await send('a/1', 1001, true)).error).toMatchObject(full)
		await send('a/1', 200, true)
		await send('at the root', 5)
		expect((await counts())?.counted).toEqual(['limited||205', 'limited|a/|200'])
		await from('limited').remove(['a/1', 'at the root', 'nothing'])
		expect((await counts())?.counted).toEqual([])
	})

	it('bucket usage follows moves between folders and buckets', async () => {
		await send('a/1', 600)
		await from('limited').move('a/1', 'b/1')
		await from('limited').copy('b/1', 'c/1')
		await from('limited').move('b/1', 'b/2', { destinationBucket: 'folders' })
		await from('limited').copy('c/1', 'c/1', { destinationBucket: 'free' })
		expect((await counts())?.counted).toEqual(['folders|b/|600', 'limited||600', 'limited|c/|600'])
	})

	it('bucket usage is exact after concurrent uploads, replacements, moves and removals', async () => {
		const roomy = from('roomy')
		const names = Array.from({ length: 24 }, (_, i) => `${'abc'[i % 3]}/${i}`)
		const crowd = await Promise.all(names.map((name) => roomy.upload(name, 'x'.repeat(100))))
		expect(crowd.filter(({ error }) => error === null)).toHaveLength(24)
		const moved = names.map((name) => name.replace(/^./, (folder) => (folder === 'a' ? 'b' : 'a')))
		await Promise.all([
			...names.slice(0, 6).map((name) => roomy.upload(name, 'x'.repeat(40), { upsert: true })),
			...names.slice(6, 12).map((name, i) => roomy.move(name, String(moved[i + 6]))),
			roomy.remove(names.slice(12, 18)),
			roomy.remove(names.slice(18).reverse()),
			...moved.slice(12, 18).map((name) => roomy.upload(`${name} new`, 'x'.repeat(90))),
		])
		const found = await counts()
		expect(found?.counted).toEqual(found?.held)
		expect(found?.held[0]).toBe('roomy||1380')
	})

	it('concurrent resumable and plain uploads share the quota exactly', async () => {
		const tus = createTusRequests(platform, 'limited', platform.deps.keys.serviceRoleKey)
		const pieces = async (i: number) => {
			const { answer, at } = await tus.create({ objectName: `mix/t${i}` }, { 'upload-length': '100' })
			if (answer.status !== 201) return false
			return (await tus.patch(at, 0, Buffer.alloc(100, 'x'))).status === 204
		}
		const tries = Array.from({ length: 20 }, async (_, i) =>
			i % 2 ? pieces(i) : (await send(`mix/${i}`, 100)).error === null,
		)
		const taken = (await Promise.all(tries)).filter(Boolean)
		expect(taken).toHaveLength(10)
		expect((await counts())?.counted).toEqual(['limited||1000', 'limited|mix/|1000'])
	})

	it('setting a limit counts the existing files, also during writes', async () => {
		const writes = Array.from({ length: 20 }, (_, i) => from('free').upload(`f${i % 4}/${i}`, 'xx'))
		await Promise.race(writes)
		await owner(`update storage.buckets set total_size_limit = 1000000 where id = 'free'`)
		await owner(`update storage.buckets set folder_size_limit = 1000000 where id = 'free'`)
		await Promise.all(writes)
		const found = await counts()
		expect(found?.counted.filter((line) => line.startsWith('free'))).toEqual([
			'free||40',
			...[0, 1, 2, 3].map((i) => `free|f${i}/|10`),
		])
		await owner(`update storage.buckets set folder_size_limit = null where id = 'free'`)
		await from('free').remove(['f0/0'])
	})

	it('setting a limit counts files of open transactions', async () => {
		const writer = new pg.Client(platform.database.owner)
		await writer.connect()
		const row = `insert into storage.objects (bucket_id, name, version, metadata) values ('late', 'a', 'a', '{"size": 7}')`
		await owner(`insert into storage.buckets (id, name) values ('late', 'late')`)
		await writer.query(`begin; ${row}`)
		const limit = owner(`update storage.buckets set total_size_limit = 1000 where id = 'late'`)
		const waiting = `select from pg_locks where locktype = 'advisory' and not granted
				and database = (select oid from pg_database where datname = current_database())`
		await expect.poll(async () => (await owner(waiting)).length).toBe(1)
		await writer.query('commit')
		await writer.end()
		await limit
		expect((await counts())?.counted).toEqual(['late||7'])
	})

	it('bucket usage rolls back with its transaction', async () => {
		const before = await counts()
		await owner(`begin; delete from storage.objects; update storage.buckets set total_size_limit = null; rollback`)
		expect(await counts()).toEqual(before)
	})
})
