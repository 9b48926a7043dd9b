import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type FileStore, FileTooLarge, StorageFull } from './file-store.ts'
import { openFileStore } from './open-file-store.ts'

describe('the file store', () => {
	let folder: string
	let files: FileStore
	const open = (env: Record<string, string> = {}) =>
		openFileStore(readConfig({ DATA_DIR: folder, ...env }).config)
	const left = async () =>
		(await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
	const read = async (version: string, range?: { from: number; to: number }) => {
		const stream = await files.read(version, range)
		return stream && text(stream)
	}

	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-files-'))
		files = open()
	})
	afterAll(() => rm(folder, { recursive: true, force: true }))

	it('keeps what a stream brought, whole and in pieces', async () => {
		const { version, size, etag } = await files.put(
			[Buffer.from('hello '), Buffer.from('world')],
			99,
		)
		expect([size, etag]).toEqual([11, '5eb63bbbe01eeed093cb22bb8f5acdc3'])
		expect(await read(version)).toBe('hello world')
		expect(await read(version, { from: 6, to: 8 })).toBe('wor')
		const second = await files.copy(version)
		await files.remove([version, version])
		expect(await read(version)).toBeUndefined()
		expect(await read(second?.version ?? '')).toBe('hello world')
		await files.remove([second?.version ?? ''])
	})

	it('leaves nothing of what was too large or broke off', async () => {
		await expect(files.put([Buffer.alloc(11)], 10)).rejects.toBeInstanceOf(FileTooLarge)
		await expect(files.put([], 10, 11)).rejects.toBeInstanceOf(FileTooLarge)
		async function* breaking() {
			yield Buffer.from('half')
			throw new Error('connection lost')
		}
		await expect(files.put(breaking(), 99)).rejects.toThrow('connection lost')
		expect(await left()).toEqual([])
	})

	it('writes nothing when the disk is nearly full, and reads on', async () => {
		const { version } = await files.put([Buffer.from('early')], 99)
		const full = open({ MIN_FREE_DISK_MB: '1000000' })
		await expect(full.put([Buffer.from('late')], 99)).rejects.toBeInstanceOf(StorageFull)
		const stream = await full.read(version)
		expect(stream && (await text(stream))).toBe('early')
	})

	it('reads by version only, never by a path', async () => {
		await expect(files.read('../../etc/passwd')).rejects.toThrow('not a version')
		await expect(files.remove(['..'])).rejects.toThrow('not a version')
	})
})
