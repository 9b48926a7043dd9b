import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { readConfig } from '#server/config.ts'
import { loadKeys } from '#server/keys.ts'
import { signToken } from '#server/tokens.ts'
import { type Server, startServer } from '#test/server.ts'
import { makeSpace, type TestSpace } from '#test/space.ts'
import { atMost, type Figure, plain } from './figure.ts'

const many = 10_000
const rounds = 5

/** Ten thousand subscribers of one node: what they cost idle, and how soon one change reaches all of them. */
export async function measureRealtime(): Promise<Figure[]> {
	return [
		...(await onFreshServer(latency)),
		...(await onFreshServer((server, space) => crowd(server, space, 'one token for all', 1))),
		...(await onFreshServer((server, space) => crowd(server, space, 'a token for each', many))),
	]
}

async function onFreshServer(
	measure: (server: Server, space: TestSpace) => Promise<Figure[]>,
): Promise<Figure[]> {
	const server = await startServer({ RATE_LIMITS: 'off', REALTIME_JOINS_PER_SECOND: '100000' })
	try {
		return await measure(server, await makeSpace(server.url))
	} finally {
		await server.stop()
	}
}

/** From the request that writes to the message that tells, with one subscriber. */
async function latency(server: Server, space: TestSpace): Promise<Figure[]> {
	const clients = await subscribers(server, space, 1, 1)
	const times: number[] = []
	for (let round = 0; round < 100; round++) {
		await setTimeout(20)
		const { sent } = await write(space)
		const [arrived] = await clients.report(1)
		times.push((arrived ?? 0) - sent)
	}
	clients.stop()
	return [
		atMost('insert to inbox, idle, p50', percentile(times, 50), 'ms', 30),
		plain('insert to inbox, idle, p99', percentile(times, 99), 'ms'),
	]
}

async function crowd(
	server: Server,
	space: TestSpace,
	name: string,
	identities: number,
): Promise<Figure[]> {
	const before = await residentMemory(server.pid)
	const clients = await subscribers(server, space, many, identities)
	// Idle means idle: what the handshakes left behind is collected first.
	await setTimeout(10_000)
	const idle = await residentMemory(server.pid)
	const spans: number[] = []
	for (let round = 0; round < rounds; round++) {
		const { sent } = await write(space)
		const arrivals = await clients.report(many)
		spans.push(...arrivals.map((at) => at - sent))
	}
	const after = await residentMemory(server.pid)
	clients.stop()
	return [
		plain(`${many} subscribers, ${name}: opened`, many / (clients.milliseconds / 1000), 'a second'),
		atMost(`${many} subscribers, ${name}: memory, idle`, idle, 'MiB', 350),
		plain(`${many} subscribers, ${name}: memory before`, before, 'MiB'),
		plain(`${many} subscribers, ${name}: memory after ${rounds} changes`, after, 'MiB'),
		plain(`one change reaches all, ${name}: p50`, percentile(spans, 50), 'ms'),
		atMost(`one change reaches all, ${name}: p99`, percentile(spans, 99), 'ms', 1000),
	]
}

async function subscribers(server: Server, space: TestSpace, count: number, identities: number) {
	const { data } = await space.client.auth.getUser()
	const { config } = readConfig({ DATA_DIR: server.dataDir })
	const keys = await loadKeys(config)
	const tokens = Array.from({ length: identities }, () => {
		const exp = Math.floor(Date.now() / 1000) + 3600
		const session_id = randomUUID()
		return signToken({ sub: data.user?.id, role: 'authenticated', session_id, exp }, keys.signing)
	})
	const child = fork(new URL('realtime-clients.ts', import.meta.url), {
		execArgv: ['--disable-warning=ExperimentalWarning'],
	})
	const host = server.url.replace(/^http:\/\/[^:]+/, 'ws://127.0.0.1')
	child.send({
		address: `${host}/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=2.0.0`,
		tokens,
		count,
		binding: {
			event: '*',
			schema: 'public',
			table: 'tags',
			filter: `space_id=eq.${space.spaceId}`,
		},
		atOnce: 50,
	})
	const { milliseconds } = await answer<{ milliseconds: number }>(child)
	return {
		milliseconds,
		report: (wanted: number) => collect(child, wanted),
		stop: () => child.kill(),
	}
}

/** Asks until so many arrivals were counted; a change that does not reach everybody within a minute is lost. */
async function collect(child: ChildProcess, wanted: number): Promise<number[]> {
	const all: number[] = []
	const deadline = performance.now() + 60_000
	for (;;) {
		child.send('report')
		all.push(...(await answer<{ arrivals: number[] }>(child)).arrivals)
		if (all.length >= wanted) return all
		if (performance.now() > deadline)
			throw new Error(`a change reached ${all.length} of ${wanted} subscribers`)
		await setTimeout(wanted === 1 ? 5 : 200)
	}
}

function answer<T>(child: ChildProcess): Promise<T> {
	return new Promise((resolve, reject) => {
		const ended = () => reject(new Error('the subscribers ended'))
		child.once('exit', ended)
		child.once('message', (message) => {
			child.off('exit', ended)
			resolve(message as T)
		})
	})
}

async function write({ client, spaceId }: TestSpace): Promise<{ sent: number }> {
	const sent = performance.timeOrigin + performance.now()
	await client.from('tags').insert({ space_id: spaceId, name: randomUUID() }).throwOnError()
	return { sent }
}

/** MiB in memory, as the kernel counts them for the process. */
async function residentMemory(pid: number): Promise<number> {
	const text = await readFile(`/proc/${pid}/status`, 'utf8')
	return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024
}

function percentile(values: number[], percent: number): number {
	const sorted = [...values].sort((a, b) => a - b)
	return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
