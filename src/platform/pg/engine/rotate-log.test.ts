import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rotateLog } from './supervise-postgres.ts'

let folder: string
let path: string
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-log-'))
	path = join(folder, 'postgres.log')
})
afterEach(() => rm(folder, { recursive: true }))

it('a log that is larger than allowed is kept as the former one, and its writer goes on at the start', async () => {
	const writer = await open(path, 'a', 0o600)
	await writer.write('first line\n')
	await rotateLog(path, 100)
	expect(await readdir(folder)).toEqual(['postgres.log'])
	await rotateLog(path, 5)
	await writer.write('second line\n')
	expect(await readFile(`${path}.1`, 'utf8')).toBe('first line\n')
	expect(await readFile(path, 'utf8')).toBe('second line\n')
	await rotateLog(path, 5)
	expect(await readFile(`${path}.1`, 'utf8')).toBe('second line\n')
	expect((await readdir(folder)).toSorted()).toEqual(['postgres.log', 'postgres.log.1'])
	await writer.close()
})

it('a log that does not exist is no error', async () => {
	await rotateLog(path)
	expect(await readdir(folder)).toEqual([])
})
