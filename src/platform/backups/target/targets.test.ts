import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/settings.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import type { BackupTarget } from './backup-target.ts'
import { openTarget } from './open-target.ts'

async function* bytesOf(size: number, breaksAt = Number.POSITIVE_INFINITY) {
	for (let at = 0; at < size; at += 1 << 20) {
		if (at >= breaksAt) throw new Error('the source broke off')
		yield Buffer.alloc(Math.min(1 << 20, size - at), at >> 20)
	}
}

let s3: S3Server
let folder: string
beforeAll(async () => {
	s3 = await startS3Server()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-targets-'))
})
afterAll(async () => {
	await s3.close()
	await rm(folder, { recursive: true, force: true })
})

const kinds: Record<string, () => BackupTarget> = {
	'a folder': () => openTarget(readConfig({}).config, join(folder, 'deep', 'target')),
	'a bucket of S3': () => {
		const { S3_BUCKET: bucket, ...settings } = s3.settings
		const address = `s3://${bucket}/deep/target`
		return openTarget(readConfig({ ...settings, BACKUP_TARGET: address }).config, address)
	},
}

describe.each(Object.entries(kinds))('in a target that is %s', (_, open) => {
	it('a file is read as it was written, listed in its folder, and removed', async () => {
		const target = open()
		const size = 40 * 1024 * 1024 + 7
		expect(await target.write('large', bytesOf(size))).toBe(size)
		await target.write('wal/small', bytesOf(3))
		const read = await buffer(target.read('large'))
		expect([read.length, read[0], read.at(-1)]).toEqual([size, 0, 40])
		expect((await target.list('')).map(({ name, size }) => [name, size])).toEqual([['large', size]])
		expect((await target.list('wal')).map(({ name }) => name)).toEqual(['wal/small'])
		expect(await target.list('nothing')).toEqual([])
		await target.remove('large')
		expect(await target.list('')).toEqual([])
	})

	it('a stream that breaks off leaves no file', async () => {
		const target = open()
		await expect(target.write('broken', bytesOf(40 << 20, 30 << 20))).rejects.toThrow('the source broke off')
		expect(await target.list('')).toEqual([])
	})
})

it('a folder target keeps no partial file, and a file in its place is named', async () => {
	expect(await readdir(join(folder, 'deep', 'target'))).toEqual(['wal'])
	const { config } = readConfig({})
	const inFile = openTarget(config, join(folder, 'deep', 'target', 'wal', 'small'))
	await expect(inFile.write('x', bytesOf(1))).rejects.toThrow('is not a folder: name another one')
})

it('a bucket that does not exist or does not answer is named with the settings', async () => {
	const { S3_BUCKET: _, ...settings } = s3.settings
	const address = 's3://nowhere/deep'
	const target = openTarget(readConfig({ ...settings, BACKUP_TARGET: address }).config, address)
	await expect(target.list('')).rejects.toThrow(`BACKUP_TARGET (${address}) cannot be used`)
})
