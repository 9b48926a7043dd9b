import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import WebSocket from 'ws'
import { residentMemory } from '#bench/processes.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { frames } from '#test/support/realtime/frame-arbitraries.ts'
import { startServer } from '#test/support/server-process.ts'

/**
 * Sends random frames over many sockets, and checks that the server lives, answers and does not leak memory. Run:
 * `node tools/realtime-fuzz.ts --minutes 30 --seed 1`. Exits 1 when a check fails.
 */
const { values } = parseArgs({
	options: {
		minutes: { type: 'string', default: '5' },
		seed: { type: 'string', default: String(randomInt(2 ** 31)) },
	},
})
const until = Date.now() + Number(values.minutes) * 60_000
const socketsAtOnce = 8
const framesOfASocket = 100
/** Allowed growth of memory after the first third of the run, in MiB. */
const growth = 60

const server = await startServer({
	RATE_LIMITS: 'off',
	REALTIME_MESSAGES_PER_SECOND: '100000',
	REALTIME_JOINS_PER_SECOND: '100000',
})
const space = await makeSpace(server.url)
const { data } = await space.client.auth.getSession()
const tokens = [data.session?.access_token ?? '', 'sb_publishable_x', 'x.y.z', '']
const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${await fetchAnonKey(server.url)}`
console.log(`seed ${values.seed}, ${values.minutes} minutes against ${server.url}`)

let seed = Number(values.seed)
let sent = 0
let afterWarmUp = 0
const started = Date.now()
const ends: Record<string, number> = {}

async function oneSocket(): Promise<void> {
	const version = randomInt(2) ? '1.0.0' : '2.0.0'
	const socket = new WebSocket(`${address}&vsn=${version}`)
	const closed = once(socket, 'close')
	await once(socket, 'open')
	for (const { data: frame } of fc.sample(frames(tokens), {
		numRuns: framesOfASocket,
		seed: seed++,
	})) {
		socket.send(frame)
		sent += 1
	}
	await new Promise((resolve) => setTimeout(resolve, randomInt(200)))
	if (randomInt(2)) socket.close()
	else socket.terminate()
	const [code] = await closed
	ends[code] = (ends[code] ?? 0) + 1
}

const memory = async () => Math.round(await residentMemory(server.pid))

let reported = 0
async function work(): Promise<void> {
	while (Date.now() < until) {
		await oneSocket()
		if (Date.now() - reported < 10_000) continue
		reported = Date.now()
		const now = await memory()
		if (!afterWarmUp && Date.now() - started > (until - started) / 3) afterWarmUp = now
		console.log(`${sent} frames, ${now} MiB`)
	}
}

try {
	await Promise.all(Array.from({ length: socketsAtOnce }, work))
	const health = await fetch(`${server.url}/health`)
	// Garbage of the last sockets is collected first.
	await new Promise((resolve) => setTimeout(resolve, 5000))
	const last = await memory()
	const isFlat = last <= (afterWarmUp || last) + growth
	console.log(`${sent} frames; closed with`, ends)
	console.log(`memory after a third ${afterWarmUp} MiB, at the end ${last} MiB; health ${health.status}`)
	process.exitCode = health.ok && isFlat ? 0 : 1
} finally {
	await server.stop()
}
