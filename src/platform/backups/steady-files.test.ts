import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeSteadily, writeSteadily } from './steady-files.ts'

const megabyte = 1024 ** 2
let folder: string
const at = (name: string) => join(folder, name)

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-steady-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a file that is flushed as it grows has every byte, and replaces a longer one', async () => {
	const chunks = Array.from({ length: 19 }, () => randomBytes(megabyte - 1))
	await writeFile(at('written'), Buffer.alloc(20 * megabyte))
	async function* source() {
		yield* chunks
	}
	await writeSteadily(at('written'), source(), 0o600)
	const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
	expect(digest(await readFile(at('written')))).toBe(digest(Buffer.concat(chunks)))
})

it('a file is created with its permissions, and an error of its source is passed on', async () => {
	async function* source() {
		yield Buffer.from('a')
		throw new Error('The source ended.')
	}
	await expect(writeSteadily(at('failed'), source(), 0o600)).rejects.toThrow('The source ended.')
	const { mode, size } = await stat(at('failed'))
	expect({ mode: mode & 0o777, size }).toEqual({ mode: 0o600, size: 1 })
})

it('a folder with large files and links is deleted, and what a link leads to stays', async () => {
	await mkdir(at('removed/below'), { recursive: true })
	for (const name of ['removed/large', 'removed/below/large', 'kept']) {
		const file = await open(at(name), 'w')
		await file.truncate(150 * megabyte)
		await file.close()
	}
	await symlink(at('kept'), at('removed/link'))
	await removeSteadily(at('removed'))
	expect(await readdir(folder)).not.toContain('removed')
	expect((await stat(at('kept'))).size).toBe(150 * megabyte)
	await removeSteadily(at('kept'))
	expect(await readdir(folder)).not.toContain('kept')
	await expect(removeSteadily(at('kept'))).resolves.toBeUndefined()
})
