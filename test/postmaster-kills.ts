import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { AcknowledgedSubmissions } from './acknowledged-submissions.ts'
import { postmasterOf } from './postmaster.ts'
import { startServer } from './server.ts'
import { makeSpace } from './space.ts'

/**
 * Kills PostgreSQL's postmaster again and again under a stream of submissions, while the server runs on. Each time submissions
 * and live changes have to work again within ten seconds; at the end, what was acknowledged is compared with what is there.
 * Run: `node test/postmaster-kills.ts --kills 60`.
 */
const { values } = parseArgs({ options: { kills: { type: 'string', default: '60' } } })
const kills = Number(values.kills)
const limit = 10_000

const server = await startServer({ RATE_LIMITS: 'off' })
const space = await makeSpace(server.url)
const submissions = new AcknowledgedSubmissions(server.url, space)
const heard = new Set<string>()
await new Promise<void>((resolve) =>
	space.client
		.channel('kills')
		.on(
			'postgres_changes',
			{ event: 'INSERT', schema: 'public', table: 'testimonials' },
			({ new: row }) => heard.add(row.id),
		)
		.subscribe((status) => status === 'SUBSCRIBED' && resolve()),
)
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
/** Milliseconds until something is so, or nothing after the limit. */
async function timeUntil(
	began: number,
	isSo: () => boolean | Promise<boolean>,
): Promise<number | undefined> {
	while (performance.now() - began < limit) {
		if (await isSo()) return Math.round(performance.now() - began)
		await pause(20)
	}
	return undefined
}

const writable: number[] = []
const live: number[] = []
let unhealed = 0
for (let kill = 1; kill <= kills; kill++) {
	let goesOn = true
	const ended = submissions.stream(() => goesOn)
	await pause(randomInt(50, 1500))
	const began = performance.now()
	process.kill(await postmasterOf(server.dataDir), 'SIGKILL')
	await pause(1)
	goesOn = false
	await ended
	const writes = await timeUntil(began, async () => (await submissions.sendOne()) !== undefined)
	const changes = await timeUntil(began, async () => {
		const id = await submissions.sendOne()
		await pause(100)
		return id !== undefined && heard.has(id)
	})
	if (writes) writable.push(writes)
	if (changes) live.push(changes)
	if (!writes || !changes) {
		unhealed++
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
console.log(JSON.stringify({ kills, unhealed, ...healed, ...verdict, exitCode: code }))
process.exit(unhealed + verdict.lost + verdict.duplicated + (code ?? 1) > 0 ? 1 : 0)
