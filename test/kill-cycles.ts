import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Server, startServer } from './server.ts'
import { makeSpace } from './space.ts'
import { submissionTo } from './submission.ts'

/**
 * Kills server and database again and again under a stream of submissions, and compares what was
 * acknowledged with what is there. Run: `node test/kill-cycles.ts --cycles 100`.
 */
const { values } = parseArgs({ options: { cycles: { type: 'string', default: '100' } } })
const cycles = Number(values.cycles)
const readyLimit = 5000

type Sent = { key: string; body: string; id: string | undefined }
const sent: Sent[] = []

const server = await startServer({ RATE_LIMITS: 'off' })
const space = await makeSpace(server.url)
let slowest = 0
for (let cycle = 1; cycle <= cycles; cycle++) {
	const ended = stream(server.url)
	await new Promise((resolve) => setTimeout(resolve, randomInt(50, 600)))
	await kill(server, ['server', 'database', 'both'][cycle % 3] as Target)
	await ended
	const started = performance.now()
	await server.restart()
	const took = performance.now() - started
	slowest = Math.max(slowest, took)
	if (took > readyLimit) console.error(`cycle ${cycle}: ready after ${Math.round(took)} ms`)
	// What was not acknowledged is sent again with its key, as a browser does.
	for (const one of sent) if (!one.id) await send(server.url, one)
}
const verdict = await compare(server)
await server.stop()
console.log(
	JSON.stringify({ cycles, sent: sent.length, ...verdict, slowestStartMs: Math.round(slowest) }),
)
process.exit(verdict.lost + verdict.duplicated > 0 || slowest > readyLimit ? 1 : 0)

type Target = 'server' | 'database' | 'both'

async function kill({ dataDir, kill: killServer }: Server, target: Target): Promise<void> {
	const pid = Number.parseInt(
		await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'),
		10,
	)
	if (target !== 'server') process.kill(pid, 'SIGKILL')
	await killServer()
}

/** Eight visitors who send one after another until the server is gone. */
async function stream(url: string): Promise<void> {
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			for (;;) {
				const one: Sent = { key: randomUUID(), body: `Sent as ${randomUUID()}.`, id: undefined }
				sent.push(one)
				if (!(await send(url, one))) return
			}
		}),
	)
}

async function send(url: string, one: Sent): Promise<boolean> {
	try {
		const response = await fetch(`${url}/functions/v1/submit`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'idempotency-key': one.key },
			body: JSON.stringify(submissionTo(space, { body: one.body, rating: null })),
			signal: AbortSignal.timeout(5000),
		})
		if (response.status !== 201) return response.status < 500
		one.id = ((await response.json()) as { id: string }).id
		return true
	} catch {
		return false
	}
}

async function compare({
	dataDir,
}: Server): Promise<{ acknowledged: number; lost: number; duplicated: number }> {
	const client = new pg.Client({
		host: join(dataDir, 'socket'),
		user: 'postgres',
		database: 'plaudit',
	})
	await client.connect()
	const { rows } = await client.query<{ id: string; body: string }>(
		'select id, body from public.testimonials',
	)
	await client.end()
	const ids = new Set(rows.map(({ id }) => id))
	const bodies = new Map<string, number>()
	for (const { body } of rows) bodies.set(body, (bodies.get(body) ?? 0) + 1)
	const acknowledged = sent.filter(({ id }) => id)
	return {
		acknowledged: acknowledged.length,
		lost: acknowledged.filter(({ id, body }) => !ids.has(id ?? '') || !bodies.has(body)).length,
		duplicated: [...bodies.values()].filter((count) => count > 1).length,
	}
}
