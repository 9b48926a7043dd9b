import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPlatformApp, type PlatformApp } from '#test/support/platform-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { sweepFiles } from './sweep-files.ts'

describe('the sweep', () => {
	let platform: PlatformApp
	const leave = () => platform.deps.files.put([Buffer.from('left behind')], 99)
	const exists = async (version: string) => {
		const stream = await platform.deps.files.read(version)
		stream?.destroy()
		return stream !== undefined
	}

	beforeAll(async () => {
		platform = await openPlatformApp({ LOG_LEVEL: 'silent' })
		await asOwner(platform.database, `insert into storage.buckets (id, name) values ('b', 'b')`)
	})
	afterAll(() => platform.close())

	it('the sweep deletes only files without an object, and no recent ones', async () => {
		await platform.admin().storage.from('b').upload('kept', 'kept')
		const { version } = await leave()
		expect(await sweepFiles(platform.deps)).toEqual({ deleted: 0, missing: [] })
		expect(await exists(version)).toBe(true)
		expect(await sweepFiles(platform.deps, -1)).toEqual({ deleted: 1, missing: [] })
		expect(await exists(version)).toBe(false)
		expect((await platform.admin().storage.from('b').download('kept')).error).toBeNull()
	})

	it('the sweep reports objects without a file and does not delete them', async () => {
		const bucket = platform.admin().storage.from('b')
		await bucket.upload('lost', 'lost')
		const { version } = (await bucket.info('lost')).data ?? { version: '' }
		await platform.deps.files.remove([version])
		const lost = { bucket_id: 'b', name: 'lost', version }
		expect(await sweepFiles(platform.deps, -1)).toEqual({ deleted: 0, missing: [lost] })
		expect((await bucket.download('lost')).error).toMatchObject({ statusCode: '404' })
		expect((await bucket.upload('lost', 'found', { upsert: true })).error).toBeNull()
		expect((await sweepFiles(platform.deps, -1)).missing).toEqual([])
	})

	it('the sweep deletes nothing when most files are unknown to the database', async () => {
		const files = await Promise.all(Array.from({ length: 101 }, leave))
		expect(await sweepFiles(platform.deps, -1)).toEqual({ deleted: 0, missing: [] })
		expect(await exists(files[0]?.version ?? '')).toBe(true)
	})
})
