import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asOwner } from '#test/database.ts'
import { openPlatform, type Platform } from '#test/platform.ts'
import { sweepFiles } from './sweep.ts'

describe('the sweep', () => {
	let platform: Platform
	const leave = () => platform.deps.files.put([Buffer.from('left behind')], 99)
	const exists = async (version: string) => {
		const stream = await platform.deps.files.read(version)
		stream?.destroy()
		return stream !== undefined
	}

	beforeAll(async () => {
		platform = await openPlatform({ LOG_LEVEL: 'silent' })
		await asOwner(platform.database, `insert into storage.buckets (id, name) values ('b', 'b')`)
	})
	afterAll(() => platform.close())

	it('deletes bytes that no object has, and only those, and none of today', async () => {
		await platform.admin().storage.from('b').upload('kept', 'kept')
		const { version } = await leave()
		expect(await sweepFiles(platform.deps)).toBe(0)
		expect(await exists(version)).toBe(true)
		expect(await sweepFiles(platform.deps, -1)).toBe(1)
		expect(await exists(version)).toBe(false)
		expect((await platform.admin().storage.from('b').download('kept')).error).toBeNull()
	})

	it('deletes nothing when the files seem to be those of another database', async () => {
		const files = await Promise.all(Array.from({ length: 101 }, leave))
		expect(await sweepFiles(platform.deps, -1)).toBe(0)
		expect(await exists(files[0]?.version ?? '')).toBe(true)
	})
})
