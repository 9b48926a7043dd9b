import { readdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'
import { imperfect } from '#test/support/upload-corpus/imperfect.ts'

let app: TestApp
let owner: Person
let server: Server
let url: string
let space: string

beforeAll(async () => {
	const picture = await sharp({ create: { width: 700, height: 500, channels: 3, background: '#a06030' } })
		.withExif({ IFD0: { Copyright: 'secret place' } })
		.jpeg()
		.toBuffer()
	const samsung = await imperfect.find(({ name }) => /Samsung/.test(name))?.bytes()
	server = createServer((request, response) => {
		if (request.url === '/moved') return response.writeHead(302, { location: '/face.jpg' }).end()
		if (request.url === '/page') return response.setHeader('content-type', 'image/jpeg').end('<html>no picture</html>')
		if (request.url === '/huge') return response.writeHead(200, { 'content-length': String(2 * 1024 ** 3) }).write('x')
		if (request.url === '/samsung.jpg') return response.end(samsung)
		if (request.url?.startsWith('/face')) return response.end(picture)
		response.writeHead(404).end()
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	app = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on', MAX_PHOTO_MB: '1' })
	owner = await app.person()
	space = (await createOwnSpace(owner.client)).space_id
})
afterAll(async () => {
	server.closeAllConnections()
	server.close()
	await app.close()
})

const storedFiles = async () => {
	const found = await readdir(join(app.deps.config.DATA_DIR, 'storage'), { recursive: true, withFileTypes: true })
	return found.filter((entry) => entry.isFile()).length
}

async function runImport(rows: string, on = app) {
	const form = new FormData()
	form.set('space_id', space)
	form.set('rows', rows)
	const response = await on.fetch(`${on.url}/functions/v1/import`, {
		method: 'POST',
		headers: { authorization: `Bearer ${owner.token}` },
		body: form,
	})
	const { id } = (await response.json()) as { id: string }
	await on.deps.longJobs.idle()
	expect(await app.sql('select last_error from plaudit.jobs where last_error is not null')).toEqual([])
	const { data } = await owner.client.from('imports').select().eq('id', id).single().throwOnError()
	return data
}

it('pictures are fetched after the rows are in, stored as those of visitors are, and kept as links where that fails', async () => {
	const done = await runImport(
		[
			'Name,Text,Avatar,Photo',
			`Ann,One,${url}/face.jpg,${url}/moved`,
			`Bo,Two,${url}/page,`,
			`Cy,Three,${url}/huge,`,
			`Di,Four,${url}/gone,`,
			'Ed,Five,http://nowhere.invalid/x.jpg,',
			`Fay,Six,${url}/samsung.jpg,`,
		].join('\n'),
	)
	expect(done).toMatchObject({ state: 'finished', added: 6, pictures: 7, pictures_done: 7, pictures_failed: 4 })
	const { data: ann } = await owner.client
		.from('testimonials')
		.select('author_avatar_path, media_ready, media(kind, mime, width, state, path)')
		.eq('author_name', 'Ann')
		.single()
		.throwOnError()
	expect(ann).toMatchObject({ media_ready: true, media: [{ kind: 'photo', width: 700, state: 'ready' }] })
	const paths = [ann.author_avatar_path, ann.media[0]?.path]
	for (const [at, path] of paths.entries()) {
		const { data } = await owner.client.storage.from('photos').download(path)
		const meta = await sharp(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata()
		expect([meta.width, meta.exif]).toEqual([at === 0 ? 512 : 700, undefined])
	}
	const { data: rows } = await owner.client
		.from('import_rows')
		.select('row, links')
		.eq('import_id', done.id)
		.order('row')
		.throwOnError()
	expect(rows.map(({ links }) => links?.[0] ?? null)).toEqual([
		null,
		{ role: 'avatar', url: `${url}/page`, reason: expect.stringMatching(/./) },
		{ role: 'avatar', url: `${url}/huge`, reason: 'It is larger than 1 MB.' },
		{ role: 'avatar', url: `${url}/gone`, reason: 'The server answered 404.' },
		{ role: 'avatar', url: 'http://nowhere.invalid/x.jpg', reason: 'It could not be reached.' },
		null,
	])
	await owner.client.rpc('undo_import', { import_id: done.id }).throwOnError()
	await app.deps.longJobs.idle()
	await app.deps.jobs.idle()
	expect(await storedFiles()).toBe(0)
})

it('pictures on private networks are not asked for, and the link is kept', async () => {
	const strict = await createTestApp({}, app.database)
	try {
		await app.stopWorkers()
		const done = await runImport(
			`Name,Text,Avatar\nAnn,Six,http://127.0.0.1/face.jpg\nBo,Seven,${url}/face.jpg`,
			strict,
		)
		expect(done).toMatchObject({ pictures_failed: 2 })
		const { data: rows } = await owner.client
			.from('import_rows')
			.select('links')
			.eq('import_id', done.id)
			.order('row')
			.throwOnError()
		expect(rows.map(({ links }) => links[0].reason)).toEqual([
			'It leads to a private network.',
			'The address names a port of its own.',
		])
	} finally {
		await strict.close()
	}
})
