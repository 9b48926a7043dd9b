import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { StorageFull } from '#platform/media/files/file-store.ts'
import { createDiskStore } from './disk-store.ts'

let folder: string
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-space-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a nearly full disk refuses writes and still serves reads', async () => {
	const { version } = await createDiskStore(folder, 0).put([Buffer.from('early')], 99)
	const full = createDiskStore(folder, 1e15)
	await expect(full.put([Buffer.from('late')], 99)).rejects.toBeInstanceOf(StorageFull)
	await expect(full.requireWritable()).rejects.toBeInstanceOf(StorageFull)
	await expect(full.multipartUploads.requireSpace(1)).rejects.toBeInstanceOf(StorageFull)
	const stream = await full.read(version)
	expect(stream && (await text(stream))).toBe('early')
})

it('a write to a full disk fails and leaves nothing behind', async () => {
	const root = await mkdtemp(join(tmpdir(), 'plaudit-full-'))
	const store = createDiskStore(root, 0)
	await store.requireWritable()
	expect(await readdir(join(root, 'incoming'))).toEqual([])
	// Linux's always full device stands in for the folder.
	const version = randomUUID()
	for (const name of ['probe', version]) await symlink('/dev/full', join(root, 'incoming', name))
	await expect(store.put([Buffer.from('late')], 99, { version })).rejects.toBeInstanceOf(StorageFull)
	await expect(store.requireWritable()).rejects.toBeInstanceOf(StorageFull)
	expect(await readdir(join(root, 'incoming'))).toEqual([])
	await store.requireWritable()
	await rm(root, { recursive: true })
})
