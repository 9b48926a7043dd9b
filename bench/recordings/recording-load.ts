import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { atLeast, atMost, type Figure, plain } from '#bench/figure.ts'
import { load } from '#bench/load.ts'
import { memoryOf, run } from '#bench/processes.ts'
import { steadyLoad } from '#bench/steady-load.ts'
import { submissionScript } from '#bench/submit.ts'
import { officialClient } from '#test/support/official-client.ts'
import { queryPostgres } from '#test/support/postgres/postmaster.ts'
import { submitTestimonial, type TestSpace } from '#test/support/product/make-space.ts'
import { askForUpload, uploadRecording } from '#test/support/product/upload-recording.ts'
import { plaudit, type Server } from '#test/support/server-process.ts'

const MiB = 1024 * 1024
/** Bytes per second of the link that uploads are compared on: 40 Mbit/s. */
const linkSpeed = 5 * MiB
const uploadSize = 24 * MiB
const partSize = 6 * MiB
const rounds = 3

/** Measures uploads of recordings, and what the processing of a minute of full HD costs visitors meanwhile. */
export async function measureRecordingLoad(server: Server, space: TestSpace, wallSlug: string): Promise<Figure[]> {
	await space.client
		.from('forms')
		.update({ accepts: ['text', 'video'] })
		.eq('id', space.formId)
		.throwOnError()
	return [...(await measureUploads(server, space)), ...(await measureProcessing(server, space, wallSlug))]
}

async function measureUploads(server: Server, space: TestSpace): Promise<Figure[]> {
	const keys = JSON.parse(await plaudit(server, ['keys', '--json'])) as { serviceRoleKey: string }
	await officialClient(server.url, keys.serviceRoleKey).storage.createBucket('bench-recordings')
	const link = await startSlowLink(new URL(server.url), linkSpeed)
	const pairs: { ours: number; theirs: number }[] = []
	try {
		for (let round = 0; round < rounds; round++)
			pairs.push({
				ours: await byTus(server, link.url, space),
				theirs: await byPut(link.url, keys.serviceRoleKey, round),
			})
	} finally {
		link.stop()
	}
	pairs.sort((a, b) => a.theirs / a.ours - b.theirs / b.ours)
	const { ours, theirs } = pairs[rounds >> 1] ?? { ours: 0, theirs: 0 }
	return [
		plain('24 MB over 40 Mbit/s, plain PUT', theirs, 's'),
		plain('24 MB over 40 Mbit/s, TUS in parts of 6 MB', ours, 's'),
		atLeast('speed of the upload / plain PUT', theirs / ours, '×', 0.9),
	]
}

async function byPut(link: string, key: string, round: number): Promise<number> {
	const began = performance.now()
	const answer = await fetch(`${link}/storage/v1/object/bench-recordings/film-${round}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${key}`, apikey: key, 'content-type': 'video/mp4' },
		body: Buffer.alloc(uploadSize, 'x'),
	})
	if (!answer.ok) throw new Error(`the upload was answered ${answer.status}`)
	return (performance.now() - began) / 1000
}

/** The requests of tus-js-client; the server names its own address, so that they are written here to stay on the link. */
async function byTus(server: Server, link: string, space: TestSpace): Promise<number> {
	const began = performance.now()
	const asked = { form: space.slug, kind: 'video', bytes: uploadSize, type: 'video/mp4' }
	const { body: upload } = await askForUpload({ url: server.url, fetch }, asked)
	const headers = { 'tus-resumable': '1.0.0', 'x-signature': upload.token }
	const created = await fetch(`${link}/storage/v1/upload/resumable`, {
		method: 'POST',
		headers: { ...headers, 'upload-length': String(uploadSize), 'upload-metadata': `contentType ${btoa('video/mp4')}` },
	})
	const path = new URL(created.headers.get('location') ?? '').pathname
	for (let at = 0; at < uploadSize; at += partSize) {
		const answer = await fetch(`${link}${path}`, {
			method: 'PATCH',
			headers: { ...headers, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' },
			body: Buffer.alloc(partSize, 'x'),
		})
		if (answer.status !== 204) throw new Error(`a part was answered ${answer.status}`)
	}
	return (performance.now() - began) / 1000
}

async function measureProcessing(server: Server, space: TestSpace, wallSlug: string): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const submit = () =>
		load(`${base}/functions/v1/submit`, { seconds: 8, connections: 32, script: submissionScript(space) })
	const wall = () => steadyLoad(`${base}/w/${wallSlug}`, 100, 8)
	const film = await minuteOfFullHd()
	await submit()
	const idle = { submit: await submit(), wall: await wall() }
	const before = await memoryOf(server.pid, false)
	const alone = await process(server, space, film)
	const sending = process(server, space, film)
	const busy = { submit: await submit(), wall: await wall() }
	await sending
	return [
		atMost('60 s of 1080p until it can be shown', alone, 's', 60),
		plain('submissions while nothing is processed', idle.submit.perSecond, 'per s'),
		plain('submissions meanwhile', busy.submit.perSecond, 'per s'),
		atLeast('submissions meanwhile / idle', busy.submit.perSecond / idle.submit.perSecond, '×', 0.8),
		plain('wall, 100 visitors a second, idle, p99', idle.wall.p99, 'ms'),
		atMost('wall, 100 visitors a second, meanwhile, p99', busy.wall.p99, 'ms', 20),
		plain('memory of the server beyond that before', (await memoryOf(server.pid, false)) - before, 'MiB'),
	]
}

/** @returns seconds from the submission until the video is ready */
async function process(server: Server, space: TestSpace, film: Buffer): Promise<number> {
	const upload = await uploadRecording({ url: server.url, fetch }, space.slug, 'video', film, 'video/webm')
	await submitTestimonial(server.url, space, { kind: 'video', body: '', media: [upload] })
	const began = performance.now()
	for (;;) {
		const [row] = await queryPostgres<{ state: string; problem: string | null }>(
			server.dataDir,
			`select state, problem from public.media where id = '${upload}'`,
		)
		if (row?.state === 'ready') return (performance.now() - began) / 1000
		if (row?.state !== 'processing') throw new Error(`the recording is ${row?.state}: ${row?.problem}`)
		await new Promise((resolve) => setTimeout(resolve, 200))
	}
}

/** VP8 and Opus, as browsers record. */
async function minuteOfFullHd(): Promise<Buffer> {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-bench-film-'))
	const path = join(folder, 'film.webm')
	const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1920x1080:rate=30:duration=60']
	const sound = ['-f', 'lavfi', '-i', 'sine=frequency=300:duration=60']
	const codecs = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '4M', '-c:a', 'libopus']
	await run('ffmpeg', ['-v', 'error', ...picture, ...sound, ...codecs, path])
	const film = await readFile(path)
	await rm(folder, { recursive: true })
	return film
}

/** A proxy on loopback that passes a limited number of bytes per second on to a server; answers come back unlimited. */
async function startSlowLink(to: URL, bytesPerSecond: number): Promise<{ url: string; stop(): void }> {
	const open = new Set<Socket>()
	const server = createServer((client) => {
		const upstream = connect(Number(to.port), '127.0.0.1')
		for (const socket of [client, upstream]) {
			open.add(socket)
			socket.on('error', () => socket.destroy())
			socket.on('close', () => open.delete(socket))
		}
		client.pipe(limit(bytesPerSecond)).pipe(upstream).pipe(client)
	})
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		stop() {
			for (const socket of open) socket.destroy()
			server.close()
		},
	}
}

/** Delays each chunk until the link would have carried it. */
function limit(bytesPerSecond: number): Transform {
	let freeAt = 0
	return new Transform({
		transform(chunk: Buffer, _, done) {
			freeAt = Math.max(freeAt, performance.now()) + (chunk.length / bytesPerSecond) * 1000
			setTimeout(() => done(null, chunk), freeAt - performance.now())
		},
	})
}
