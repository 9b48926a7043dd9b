import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toResponse } from '#platform/http/routing/fetch.ts'
import { createStaticFiles, type StaticFiles } from './static-files.ts'

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

const get = async (path: string, headers: Record<string, string> = {}) => {
	const answer = await files(path, { header: (name) => headers[name] })
	return answer && toResponse(answer, 'GET')
}

it('hashed files are immutable, and served in the coding that the client accepts', async () => {
	const plain = await get('/assets/a.js')
	expect(plain?.headers.get('cache-control')).toContain('immutable')
	expect(await plain?.text()).toBe('let a')
	const packed = await get('/assets/a.js', { 'accept-encoding': 'br, gzip' })
	expect(packed?.headers.get('content-encoding')).toBe('gzip')
	const etag = packed?.headers.get('etag') ?? ''
	const again = await get('/assets/a.js', { 'accept-encoding': 'gzip', 'if-none-match': etag })
	expect(again?.status).toBe(304)
	// A proxy that compresses makes the tag weak and may add its own.
	const relayed = { 'accept-encoding': 'gzip', 'if-none-match': `"x", W/${etag}` }
	expect((await get('/assets/a.js', relayed))?.status).toBe(304)
})

it('only files of known types that existed at the start are served', async () => {
	for (const path of ['/secret.pem', '/../package.json', '/assets/../gone.js', '/assets/%2e%2e/gone.js', '/assets/'])
		expect(await get(path)).toBeUndefined()
})

it('a file that a newer build removed is not found', async () => {
	await rm(join(folder, 'gone.js'))
	expect(await get('/gone.js')).toBeUndefined()
})
