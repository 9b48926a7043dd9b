import { request } from 'node:http'
import { join } from 'node:path'
import { officialClient } from '#test/support/official-client.ts'
import { plaudit, type Server } from '#test/support/server-process.ts'
import { startPipe } from './baselines/baselines.ts'
import { atLeast, atMost, type Figure, plain } from './figure.ts'
import { memoryOf } from './processes.ts'

const MiB = 1024 * 1024
const size = 200 * MiB
const chunk = Buffer.alloc(64 * 1024, 'x')
const rounds = 5

/** Compares a file of 200 MB through storage/v1 with a body piped to a file by node:http, alternating in one run. */
export async function measureStorage(server: Server): Promise<Figure[]> {
	const base = server.url.replace('localhost', '127.0.0.1')
	const keys = JSON.parse(await plaudit(server, ['keys', '--json'])) as { serviceRoleKey: string }
	const headers = {
		authorization: `Bearer ${keys.serviceRoleKey}`,
		apikey: keys.serviceRoleKey,
		'content-type': 'video/mp4',
		'x-upsert': 'true',
	}
	await officialClient(base, keys.serviceRoleKey).storage.createBucket('bench')
	const ours = `${base}/storage/v1/object/bench/film.mp4`
	const pipe = await startPipe(join(server.dataDir, 'piped'))
	const before = await memoryOf(server.pid, false)
	let peak = before
	const watch = setInterval(async () => {
		peak = Math.max(peak, await memoryOf(server.pid, false))
	}, 50)
	try {
		const up: Pair[] = []
		const down: Pair[] = []
		for (let round = 0; round < rounds; round++) {
			up.push({ ours: await send(ours, headers), theirs: await send(pipe.url, {}) })
			down.push({ ours: await receive(ours, headers), theirs: await receive(pipe.url, {}) })
		}
		return [
			...figures('upload', up),
			...figures('download', down),
			atMost('memory beyond that at rest, at most', peak - before, 'MiB', 100),
		]
	} finally {
		clearInterval(watch)
		pipe.stop()
	}
}

/** MiB per second. */
type Pair = { ours: number; theirs: number }

function figures(what: string, pairs: Pair[]): Figure[] {
	const [middle] = pairs.toSorted((a, b) => a.ours / a.theirs - b.ours / b.theirs).slice(Math.floor(pairs.length / 2))
	if (!middle) throw new Error('no rounds')
	return [
		plain(`200 MB ${what}, node:http and a file`, middle.theirs, 'MiB/s'),
		plain(`200 MB ${what}, storage/v1`, middle.ours, 'MiB/s'),
		atLeast(`200 MB ${what}, storage/v1 / node:http`, middle.ours / middle.theirs, '×', 0.6),
	]
}

function send(url: string, headers: Record<string, string>): Promise<number> {
	return timed(url, { method: 'POST', headers: { ...headers, 'content-length': size } }, (sending) => {
		let left = size
		const write = () => {
			while (left > 0) {
				left -= chunk.length
				if (!sending.write(chunk)) return
			}
			sending.end()
		}
		sending.on('drain', write)
		write()
	})
}

function receive(url: string, headers: Record<string, string>): Promise<number> {
	return timed(url, { method: 'GET', headers }, (asking) => asking.end())
}

async function timed(
	url: string,
	options: object,
	begin: (client: ReturnType<typeof request>) => void,
): Promise<number> {
	const started = performance.now()
	await new Promise<void>((resolve, reject) => {
		const client = request(url, options, (response) => {
			if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`))
			response.on('end', resolve).resume()
		})
		client.on('error', reject)
		begin(client)
	})
	return size / MiB / ((performance.now() - started) / 1000)
}
