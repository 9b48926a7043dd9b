import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { postmasterOf } from '#test/support/postgres/postmaster.ts'
import { AcknowledgedSubmissions } from '#test/support/product/acknowledged-submissions.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'

/**
 * Kills PostgreSQL's postmaster repeatedly under a stream of submissions. Run: `node tools/outages/postmaster-kills.ts
 * --kills 60`. Exits 1 when submissions or live changes need more than ten seconds to recover, or one is lost or
 * duplicated.
 */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '60' } } })
const kills = Number(values.kills)
const limit = 10_000

const server = await startServer({ RATE_LIMITS: 'off' })
const space = await makeSpace(server.url)
const submissions = new AcknowledgedSubmissions(server.url, space)
const received = new Set<string>()
await new Promise<void>((resolve) =>
	space.client
		.channel('kills')
		.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'testimonials' }, ({ new: row }) =>
			received.add(row.id),
		)
		.subscribe((status) => status === 'SUBSCRIBED' && resolve()),
)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** Milliseconds until a condition holds, or undefined after the limit. */
async function timeUntil(began: number, condition: () => boolean | Promise<boolean>): Promise<number | undefined> {
	while (performance.now() - began < limit) {
		if (await condition()) return Math.round(performance.now() - began)
		await pause(20)
	}
	return undefined
}

const writable: number[] = []
const live: number[] = []
let unrecovered = 0
for (let kill = 1; kill <= kills; kill++) {
	let continues = true
	const ended = submissions.stream(() => continues)
	await pause(randomInt(50, 1500))
	const began = performance.now()
	process.kill(await postmasterOf(server.dataDir), 'SIGKILL')
	await pause(1)
	continues = false
	await ended
	const writes = await timeUntil(began, async () => (await submissions.sendOne()) !== undefined)
	const changes = await timeUntil(began, async () => {
		const id = await submissions.sendOne()
		await pause(100)
		return id !== undefined && received.has(id)
	})
	if (writes) writable.push(writes)
	if (changes) live.push(changes)
	if (!writes || !changes) {
		unrecovered++
		console.error(`kill ${kill}: writes after ${writes} ms, live changes after ${changes} ms`)
	}
	await submissions.sendAgain()
}
const verdict = await submissions.compare(server.dataDir)
const code = await server.end()
await server.restart()
await server.stop()
const figures = (times: number[]) => {
	const sorted = times.toSorted((a, b) => a - b)
	return { medianMs: sorted[sorted.length >> 1], slowestMs: sorted.at(-1) }
}
const healed = { writes: figures(writable), liveChanges: figures(live) }
console.log(JSON.stringify({ kills, unrecovered, ...healed, ...verdict, exitCode: code }))
process.exit(unrecovered + verdict.lost + verdict.duplicated + (code ?? 1) > 0 ? 1 : 0)
