import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createStaticFiles, type StaticFiles } from './static.ts'

let folder: string
let files: StaticFiles
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-static-'))
	await mkdir(join(folder, 'assets'))
	await writeFile(join(folder, 'assets', 'a.js'), 'let a')
	await writeFile(join(folder, 'assets', 'a.js.gz'), gzipSync('let a'))
	await writeFile(join(folder, 'gone.js'), 'let b')
	await writeFile(join(folder, 'secret.pem'), 'x')
	files = await createStaticFiles([folder])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('serves hashed files for ever and the coding that the client accepts', async () => {
	const plain = await files('/assets/a.js', new Headers())
	expect(plain?.headers.get('cache-control')).toContain('immutable')
	expect(await plain?.text()).toBe('let a')
	const packed = await files('/assets/a.js', new Headers({ 'accept-encoding': 'br, gzip' }))
	expect(packed?.headers.get('content-encoding')).toBe('gzip')
	const etag = packed?.headers.get('etag') ?? ''
	const again = await files(
		'/assets/a.js',
		new Headers({ 'accept-encoding': 'gzip', 'if-none-match': etag }),
	)
	expect(again?.status).toBe(304)
	// A proxy that compresses makes the tag weak and may add its own.
	const relayed = new Headers({ 'accept-encoding': 'gzip', 'if-none-match': `"x", W/${etag}` })
	expect((await files('/assets/a.js', relayed))?.status).toBe(304)
})

it('knows only the files that were there at the start, and no other kind', async () => {
	for (const path of [
		'/secret.pem',
		'/../package.json',
		'/assets/../gone.js',
		'/assets/%2e%2e/gone.js',
		'/assets/',
	])
		expect(await files(path, new Headers())).toBeUndefined()
})

it('has nothing for a file that a newer build removed', async () => {
	await rm(join(folder, 'gone.js'))
	expect(await files('/gone.js', new Headers())).toBeUndefined()
})
