import { generateKeyPairSync, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { startPgBouncer } from '#test/support/postgres/pgbouncer.ts'
import { ReplicatedPostgres } from '#test/support/postgres/replicated-postgres.ts'
import { AcknowledgedSubmissions } from '#test/support/product/acknowledged-submissions.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

/**
 * Kills the primary of a replicated PostgreSQL, and one node, under a stream of submissions and uploads: three nodes, a synchronous standby,
 * an S3 server, and requests through PgBouncer in transaction mode. Run: `node tools/outages/failover.ts --failovers 3`. Exits 1 when an
 * acknowledged submission or upload is lost, or one is doubled.
 */
const { values } = parseArgs({ options: { failovers: { type: 'string', default: '3' } } })
const failovers = Number(values.failovers)
/** The form is one for all; its picture is a PNG of one pixel. */
const png = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
)

const postgres = await ReplicatedPostgres.start()
const s3 = await startS3Server()
const pooler = await startPgBouncer(postgres.owner, 'transaction', 10)
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const settings = {
	...s3.settings,
	DATABASE_URL: pooler.url,
	DATABASE_DIRECT_URL: postgres.url,
	JWT_KEYS: JSON.stringify([{ ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256' }]),
	RATE_LIMITS: 'off',
}
const nodes: Server[] = []
for (let node = 0; node < 3; node++) nodes.push(await startServer(settings))
const [first] = nodes as [Server]
const space = await makeSpace(first.url)
const streams = nodes.map((node) => new AcknowledgedSubmissions(node.url, space))
const uploads: string[] = []

/** Uploads one picture after another. */
async function upload(continues: () => boolean): Promise<void> {
	while (continues()) {
		const path = `${space.spaceId}/${randomUUID()}.png`
		const { error } = await space.client.storage.from('brand').upload(path, png, { contentType: 'image/png' })
		if (error) await pause(50)
		else uploads.push(path)
	}
}

/** Milliseconds until a node acknowledges a submission. */
async function timeUntilAcknowledged(stream: AcknowledgedSubmissions, began: number): Promise<number> {
	while ((await stream.sendOne()) === undefined) {
		if (performance.now() - began > 60_000) throw new Error('a node takes no submissions a minute after the failover')
		await pause(20)
	}
	return Math.round(performance.now() - began)
}

const writable: number[] = []
for (let round = 1; round <= failovers; round++) {
	let continues = true
	const ended = Promise.all([...streams.map((stream) => stream.stream(() => continues)), upload(() => continues)])
	await pause(randomInt(2000, 5000))
	const began = performance.now()
	postgres.failOver()
	await postgres.stopWaiting()
	await pooler.moveTo({ host: '127.0.0.1', port: postgres.owner.port })
	const promoted = Math.round(performance.now() - began)
	const times = await Promise.all(streams.map((stream) => timeUntilAcknowledged(stream, began)))
	writable.push(...times)
	const node = nodes[round % nodes.length] as Server
	await node.kill()
	await node.restart()
	await pause(1000)
	continues = false
	await ended
	await Promise.all(streams.map((stream) => stream.sendAgain()))
	await postgres.addStandby()
	console.log(`failover ${round}: promoted after ${promoted} ms, nodes take submissions after ${times.join(', ')} ms`)
}

const rows = (await postgres.query('select id, body from public.testimonials')) as { id: string; body: string }[]
const verdicts = streams.map((stream) => stream.compareWith(rows))
const sum = (name: keyof (typeof verdicts)[number]) => verdicts.reduce((total, verdict) => total + verdict[name], 0)
let lostUploads = 0
for (const path of uploads) {
	const { data } = await space.client.storage.from('brand').download(path)
	if (!data?.size) lostUploads++
}
// Each stream sees the doubled rows of all.
const duplicated = Math.max(...verdicts.map((verdict) => verdict.duplicated))
const slowest = Math.max(...writable)
const lost = sum('lost')
console.log(
	JSON.stringify({
		failovers,
		acknowledged: sum('acknowledged'),
		lost,
		duplicated,
		uploads: uploads.length,
		lostUploads,
		slowestMs: slowest,
	}),
)
await Promise.all(nodes.map((node) => node.stop()))
await pooler.stop()
await s3.close()
postgres.stop()
process.exit(lost + duplicated + lostUploads > 0 ? 1 : 0)
