import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { insertAndNotify, listenToInserts, makeInserts } from '#bench/baselines/hand-written-queries.ts'
import { atMost, type Figure, plain, quantile } from '#bench/figure.ts'
import { connectOwner } from '#bench/owner.ts'
import { residentMemory } from '#bench/processes.ts'
import { signToken } from '#platform/keys/jwt.ts'
import { loadKeys } from '#platform/keys/keys.ts'
import { readConfig } from '#server/settings.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { type Server, serverFlags, startServer } from '#test/support/server-process.ts'

const many = 10_000
const rounds = 5

/**
 * Measures ten thousand subscribers of one node: their idle cost, and the time until one change has reached all of
 * them.
 */
export async function measureRealtime(): Promise<Figure[]> {
	const least = await measureBareSockets()
	return [
		...(await onFreshServer(latency)),
		plain(`bare sockets, one message to ${many}: p99`, least, 'ms'),
		...(await onFreshServer((server, space) => measureSubscribers(server, space, ['one token for all', 1, 4], least))),
		...(await onFreshServer((server, space) =>
			measureSubscribers(server, space, ['a token for each', many, 15], least),
		)),
	]
}

async function onFreshServer(measure: (server: Server, space: TestSpace) => Promise<Figure[]>): Promise<Figure[]> {
	const server = await startServer({ RATE_LIMITS: 'off', REALTIME_JOINS_PER_SECOND: '100000' })
	try {
		return await measure(server, await makeSpace(server.url))
	} finally {
		await server.stop()
	}
}

/** Measures the time from the writing request to the change event, with one subscriber. */
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
	const least = await measureNotices(server)
	const p50 = quantile(times, 0.5)
	return [
		plain('bare durable insert to its notice, p50', least, 'ms'),
		plain('insert to inbox, idle, p50', p50, 'ms'),
		atMost('insert to inbox / bare insert to its notice', p50 / least, '×', 8),
		plain('insert to inbox, idle, p99', quantile(times, 0.99), 'ms'),
	]
}

/** Median time of a hundred, in milliseconds, from a durable insert to its notification on another connection. */
async function measureNotices(server: Server): Promise<number> {
	const [writer, listener] = [await connectOwner(server), await connectOwner(server)]
	await writer.query(makeInserts)
	await listener.query(listenToInserts)
	const times: number[] = []
	for (let round = 0; round < 100; round++) {
		await setTimeout(20)
		const heard = once(listener, 'notification')
		const sent = performance.now()
		await writer.query(insertAndNotify, [randomUUID()])
		await heard
		times.push(performance.now() - sent)
	}
	await Promise.all([writer.end(), listener.end()])
	return quantile(times, 0.5)
}

/** The 99th percentile, in milliseconds, until clients receive a message that a bare server writes to each socket. */
async function measureBareSockets(): Promise<number> {
	const bare = fork(new URL('baselines/bare-sockets.ts', import.meta.url), {
		execArgv: serverFlags,
	})
	const { port } = await answer<{ port: number }>(bare)
	const clients = await connect(`ws://127.0.0.1:${port}`, [''], many, {})
	await setTimeout(10_000)
	const spans: number[] = []
	for (let round = 0; round < rounds; round++) {
		const sent = performance.timeOrigin + performance.now()
		bare.send('write')
		spans.push(...(await clients.report(many)).map((at) => at - sent))
	}
	clients.stop()
	bare.kill()
	return quantile(spans, 0.99)
}

async function measureSubscribers(
	server: Server,
	space: TestSpace,
	[name, identities, goal]: [name: string, identities: number, goal: number],
	least: number,
): Promise<Figure[]> {
	const before = await residentMemory(server.pid)
	const clients = await subscribers(server, space, many, identities)
	// Garbage of the handshakes is collected before the idle measurement.
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
		plain(`one change reaches all, ${name}: p50`, quantile(spans, 0.5), 'ms'),
		plain(`one change reaches all, ${name}: p99`, quantile(spans, 0.99), 'ms'),
		atMost(`the same / bare sockets`, quantile(spans, 0.99) / least, '×', goal),
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
	const host = server.url.replace(/^http:\/\/[^:]+/, 'ws://127.0.0.1')
	const address = `${host}/realtime/v1/websocket?apikey=${keys.anonKey}&vsn=2.0.0`
	const filter = `space_id=eq.${space.spaceId}`
	return connect(address, tokens, count, { event: '*', schema: 'public', table: 'tags', filter })
}

/** Opens many sockets from a separate process. Resolves when all are subscribed. */
async function connect(address: string, tokens: string[], count: number, binding: object) {
	const child = fork(new URL('realtime-clients.ts', import.meta.url), {
		execArgv: ['--disable-warning=ExperimentalWarning'],
	})
	child.send({ address, tokens, count, binding, atOnce: 50 })
	const { milliseconds } = await answer<{ milliseconds: number }>(child)
	return {
		milliseconds,
		report: (wanted: number) => collect(child, wanted),
		stop: () => child.kill(),
	}
}

/**
 * Polls until the wanted number of arrivals was counted. A change that has not reached every client within a minute
 * is lost.
 */
async function collect(child: ChildProcess, wanted: number): Promise<number[]> {
	const all: number[] = []
	const deadline = performance.now() + 60_000
	for (;;) {
		child.send('report')
		all.push(...(await answer<{ arrivals: number[] }>(child)).arrivals)
		if (all.length >= wanted) return all
		if (performance.now() > deadline) throw new Error(`a change reached ${all.length} of ${wanted} subscribers`)
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
