import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDiskStore } from './disk-store.ts'
import { StorageFull } from './file-store.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-space-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('nothing is written when the disk is nearly full, and reading goes on', async () => {
	const { version } = await createDiskStore(folder, 0).put([Buffer.from('early')], 99)
	const full = createDiskStore(folder, 1e15)
	await expect(full.put([Buffer.from('late')], 99)).rejects.toBeInstanceOf(StorageFull)
	await expect(full.partials.requireRoom(1)).rejects.toBeInstanceOf(StorageFull)
	const stream = await full.read(version)
	expect(stream && (await text(stream))).toBe('early')
})
