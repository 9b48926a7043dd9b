import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createOwnSpace } from '#test/support/product/space-fixture.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type Person, type TestApp } from '#test/support/test-app.ts'

let app: TestApp
let owner: Person
let server: Server
let url: string
let space: string
let asked: Record<string, number>
let agents: string[]
let isUp: boolean

const shape = (width: number) =>
	sharp({ create: { width, height: 40, channels: 4, background: { r: 160, g: 96, b: 48, alpha: 0.5 } } })
let jpeg: Buffer
const files: Record<string, Buffer> = {}

function answer(request: IncomingMessage, response: ServerResponse): unknown {
	const path = request.url ?? ''
	asked[path] = (asked[path] ?? 0) + 1
	agents.push(request.headers['user-agent'] ?? '')
	const isFirst = asked[path] === 1
	if (path === '/away' && !isUp) return response.writeHead(503).end()
	if (path.startsWith('/dead/')) return response.writeHead(502).end()
	if (path === '/gone' && !isUp) return response.writeHead(404).end()
	if (path === '/busy' && isFirst) return response.writeHead(429).end()
	if (path === '/wait' && isFirst) return response.writeHead(503, { 'retry-after': '777' }).end()
	if (path === '/long' && isFirst) return response.writeHead(503, { 'retry-after': '9999999' }).end()
	if (path === '/reset' && isFirst) return request.socket.destroy()
	if (path === '/half' && isFirst) {
		response.writeHead(200, { 'content-length': String(jpeg.length) }).write(jpeg.subarray(0, 50))
		return setImmediate(() => request.socket.destroy())
	}
	if (path === '/gzip') return response.setHeader('content-encoding', 'gzip').end(gzipSync(jpeg))
	if (path === '/brotli') return response.setHeader('content-encoding', 'br').end(brotliCompressSync(jpeg))
	if (path === '/unsaid') return response.end(gzipSync(jpeg))
	if (path === '/bomb') return response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(3_000_000)))
	if (path === '/hidden-bomb') return response.end(gzipSync(Buffer.alloc(3_000_000)))
	if (path === '/not-gzip') return response.setHeader('content-encoding', 'gzip').end(jpeg)
	if (path === '/coded') return response.setHeader('content-encoding', 'compress').end(jpeg)
	response.end(files[path] ?? jpeg)
}

beforeAll(async () => {
	jpeg = await shape(90).jpeg().toBuffer()
	files['/a.avif'] = await shape(91).avif().toBuffer()
	const frames = await Promise.all(
		['#f00', '#0f0'].map((background) =>
			sharp({ create: { width: 92, height: 40, channels: 3, background } })
				.png()
				.toBuffer(),
		),
	)
	files['/a.gif'] = await sharp(frames, { join: { animated: true } })
		.gif()
		.toBuffer()
	files['/page'] = Buffer.from('\n<!DOCTYPE html><title>Sign in</title>')
	files['/a.svg'] = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
	files['/a.heic'] = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
	files['/a.tiff'] = await shape(9).tiff().toBuffer()
	files['/other'] = Buffer.from('once upon a time there was no picture')
	files['/empty'] = Buffer.alloc(0)
	files['/cut.avif'] = files['/a.avif'].subarray(0, 200)
	server = createServer(answer)
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	app = await createTestApp({ IMPORT_ALLOW_PRIVATE: 'on', MAX_PHOTO_MB: '1' })
	owner = await app.person()
})
beforeEach(async () => {
	asked = {}
	agents = []
	isUp = false
	space = (await createOwnSpace(owner.client)).space_id
})
afterAll(async () => {
	server.closeAllConnections()
	server.close()
	await app.close()
})

async function runImport(paths: string[], column = 'Photo') {
	const form = new FormData()
	form.set('space_id', space)
	form.set('rows', [`Name,Text,${column}`, ...paths.map((path, at) => `P ${at},Words ${at},${url}${path}`)].join('\n'))
	const headers = { authorization: `Bearer ${owner.token}` }
	const response = await app.fetch(`${app.url}/functions/v1/import`, { method: 'POST', headers, body: form })
	const { id } = (await response.json()) as { id: string }
	await app.deps.longJobs.idle()
	return id
}
const read = async (id: string) =>
	(await owner.client.from('imports').select().eq('id', id).single().throwOnError()).data
const waiting = (id: string) =>
	app.sql<{ path: string; attempts: number; seconds: number }>(
		`select split_part(url, '/', 4) as path, attempts, extract(epoch from not_before - now())::int as seconds
		from private.import_pictures where import_id = $1`,
		[id],
	)
/** Lets the pauses of pictures and of their job end. */
async function passTime(): Promise<void> {
	await app.sql("update private.import_pictures set not_before = '-infinity'")
	await app.sql("update plaudit.jobs set run_at = now() where kind = 'fetch_import_pictures'")
	await runDueJobs({ db: app.deps.db, jobs: app.deps.longJobs })
}
async function reasons(id: string): Promise<(string | null)[]> {
	const { data } = await owner.client
		.from('import_rows')
		.select('links')
		.eq('import_id', id)
		.order('row')
		.throwOnError()
	return data.map(({ links }) => links?.[0]?.reason ?? null)
}

it('a picture whose server is busy or breaks off waits while the others are fetched, and is asked for again', async () => {
	const id = await runImport(['/wait', '/busy', '/fine', '/half', '/reset', '/fine2'])
	expect([asked['/fine'], asked['/fine2']]).toEqual([1, 1])
	const [picture] = (await waiting(id)).filter(({ path }) => path === 'wait')
	expect(picture?.attempts).toBe(1)
	expect(picture?.seconds).toBeLessThanOrEqual(777)
	expect(picture?.seconds).toBeGreaterThan(600)
	await passTime()
	expect(await read(id)).toMatchObject({ pictures: 6, pictures_done: 6, pictures_failed: 0 })
	for (const path of ['/wait', '/busy', '/half', '/reset']) expect([path, asked[path]]).toEqual([path, 2])
	expect(await reasons(id)).toEqual([null, null, null, null, null, null])
	expect(agents[0]).toMatch(/^Mozilla\/5\.0 \(compatible; Plaudit\/[\w.-]+; \+http:\/\/\S+\)$/)
})

it('a server that asks to wait for months is asked again after a quarter of an hour', async () => {
	const id = await runImport(['/long'])
	const [picture] = await waiting(id)
	expect(picture?.seconds).toBeGreaterThan(700)
	expect(picture?.seconds).toBeLessThanOrEqual(900)
	const [job] = await app.sql<{ seconds: number }>(
		"select extract(epoch from run_at - now())::int as seconds from plaudit.jobs where payload ->> 'import_id' = $1",
		[id],
	)
	expect(job?.seconds).toBeGreaterThan(700)
	await passTime()
	expect(await read(id)).toMatchObject({ pictures_done: 1, pictures_failed: 0 })
})

it('a picture is given up after five attempts, and can be put back when its server is there again', async () => {
	const id = await runImport(['/away', '/gone', '/fine'])
	for (let times = 0; times < 4; times++) await passTime()
	expect(asked['/away']).toBe(5)
	expect(await read(id)).toMatchObject({ pictures: 3, pictures_done: 3, pictures_failed: 2 })
	expect(await reasons(id)).toEqual(['The server answered 503.', 'The server answered 404.', null])
	isUp = true
	const { data } = await owner.client.rpc('retry_import_pictures', { import_id: id }).throwOnError()
	expect(data).toBe(2)
	await app.deps.longJobs.idle()
	expect(await read(id)).toMatchObject({ pictures: 3, pictures_done: 3, pictures_failed: 0 })
	expect(await reasons(id)).toEqual([null, null, null])
	const { data: none } = await owner.client.rpc('retry_import_pictures', { import_id: id }).throwOnError()
	expect(none).toBe(0)
})

it('a host that fails for one picture after another rests as a whole, and is given up after some minutes', async () => {
	const id = await runImport(Array.from({ length: 12 }, (_, at) => `/dead/${at}`))
	for (let times = 0; times < 4; times++) await passTime()
	expect(await read(id)).toMatchObject({ pictures_done: 12, pictures_failed: 12 })
	expect(new Set(await reasons(id))).toEqual(new Set(['The server answered 502.']))
	expect(Object.values(asked).reduce((sum, times) => sum + times, 0)).toBe(9)
})

it('packed answers, AVIF and the first frame of a GIF are read', async () => {
	const id = await runImport(['/gzip', '/brotli', '/unsaid', '/a.avif', '/a.gif'])
	expect(await reasons(id)).toEqual(Array(5).fill(null))
	const rows = await app.sql<{ mime: string; width: number; path: string }>(
		`select m.mime, m.width, m.path from public.media m join public.testimonials t on t.id = m.testimonial_id
		where t.space_id = $1 order by t.author_name`,
		[space],
	)
	expect(rows.map(({ mime, width }) => [mime, width])).toEqual([
		['image/jpeg', 90],
		['image/jpeg', 90],
		['image/jpeg', 90],
		['image/webp', 91],
		['image/webp', 92],
	])
	const { data } = await owner.client.storage.from('photos').download(rows[4]?.path ?? '')
	const gif = sharp(new Uint8Array((await data?.arrayBuffer()) ?? new ArrayBuffer(0)))
	expect((await gif.metadata()).pages ?? 1).toBe(1)
	const [red = 0, green = 0] = await gif.removeAlpha().raw().toBuffer()
	expect([red > 200, green < 60]).toEqual([true, true])
})

it('an answer that is no picture is named for what it is', async () => {
	const paths = ['/page', '/a.svg', '/a.heic', '/a.tiff', '/other', '/empty', '/cut.avif', '/not-gzip', '/coded']
	const id = await runImport([...paths, '/bomb', '/hidden-bomb'])
	expect(await reasons(id)).toEqual([
		'It is a web page, not a picture.',
		'It is a drawing (SVG). Save it as PNG.',
		'It is a HEIC picture. Save it as JPEG.',
		'It is a TIFF picture. Save it as JPEG.',
		'It is not a JPEG, PNG, WebP, AVIF or GIF picture.',
		'The answer is empty.',
		'This picture is damaged and cannot be read.',
		'It is packed, and damaged.',
		'It is packed in a way that is not read here.',
		'It is larger than 1 MB.',
		'It is packed, and too large.',
	])
})
