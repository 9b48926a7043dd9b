import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepFiles } from '#platform/storage/objects/sweep-files.ts'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'

const full = { statusCode: '413' }

describe('the quota of a bucket, and of each folder in it', () => {
	let platform: PlatformApp
	const bucket = () => platform.admin().storage.from('full')
	const send = (name: string, bytes: number, upsert = false) => bucket().upload(name, 'x'.repeat(bytes), { upsert })
	const held = async () => {
		const [row] = await asOwner<{ bytes: number }>(
			platform.database,
			`select coalesce(sum((metadata ->> 'size')::int), 0)::int as bytes from storage.objects where bucket_id = 'full'`,
		)
		return row?.bytes
	}

	beforeAll(async () => {
		platform = await openPlatformApp({ LOG_LEVEL: 'silent' })
		await asOwner(
			platform.database,
			`insert into storage.buckets (id, name, folder_size_limit, total_size_limit) values
				('full', 'full', 1000, 2500), ('free', 'free', null, null)`,
		)
	})
	afterAll(() => platform.close())

	it('the quota of a bucket is exact to the byte', async () => {
		expect((await send('a/1', 600)).error).toBeNull()
		expect((await send('a/2', 401)).error).toMatchObject(full)
		expect((await send('a/2', 400)).error).toBeNull()
		expect((await send('ab/1', 1000)).error).toBeNull()
		expect((await send('at the root', 501)).error).toMatchObject(full)
		expect((await send('at the root', 500)).error).toBeNull()
		expect(await held()).toBe(2500)
	})

	it('a replacement counts against the quota with its difference in size', async () => {
		expect((await send('a/1', 601, true)).error).toMatchObject(full)
		expect((await send('a/1', 600, true)).error).toBeNull()
		expect((await send('a/1', 100, true)).error).toBeNull()
		await asOwner(platform.database, `update storage.buckets set folder_size_limit = 10 where id = 'full'`)
		expect((await send('a/1', 50, true)).error).toBeNull()
		expect((await send('a/1', 51, true)).error).toMatchObject(full)
		await asOwner(platform.database, `update storage.buckets set folder_size_limit = 1000 where id = 'full'`)
		expect(await held()).toBe(1950)
	})

	it('the quota of a bucket applies to copies and moves', async () => {
		const free = platform.admin().storage.from('free')
		await free.upload('large', 'x'.repeat(700))
		const there = { destinationBucket: 'full' }
		expect((await free.copy('large', 'a/3', there)).error).toMatchObject(full)
		expect((await free.move('large', 'a/3', there)).error).toMatchObject(full)
		expect((await bucket().move('at the root', 'a/root')).error).toBeNull()
		expect((await bucket().move('ab/1', 'a/one')).error).toMatchObject(full)
		expect((await bucket().remove(['a/root', 'ab/1'])).error).toBeNull()
		expect((await free.move('large', 'new/3', there)).error).toBeNull()
		expect(await held()).toBe(1150)
	})

	it('concurrent uploads fill the quota of a bucket exactly', async () => {
		await bucket().remove(['a/1', 'a/2', 'new/3'])
		const tries = Array.from({ length: 40 }, (_, i) => send(`crowd/${i}`, 50))
		const taken = (await Promise.all(tries)).filter(({ error }) => error === null)
		expect(taken).toHaveLength(20)
		expect(await held()).toBe(1000)
	})

	it('an upload refused by a quota leaves neither row nor file', async () => {
		expect(await sweepFiles(platform.deps, -1)).toEqual({ deleted: 0, missing: [] })
	})

	it('the database enforces the quota of a bucket for every writer', async () => {
		const row = `insert into storage.objects (bucket_id, name, version, metadata)
			values ('full', 'crowd/more', '${randomUUID()}', '{"size": 1}')`
		await expect(asOwner(platform.database, row)).rejects.toMatchObject({ code: 'QUOTA' })
	})
})
