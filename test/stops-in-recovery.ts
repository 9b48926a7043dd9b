import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { isRunning } from '#server/pg/postgres-processes.ts'
import { AcknowledgedSubmissions } from './acknowledged-submissions.ts'
import { killBackend, postmasterOf } from './postmaster.ts'
import { startServer } from './server.ts'
import { makeSpace } from './space.ts'

/**
 * Stops the server while PostgreSQL recovers from the crash of a backend, again and again: every stop has to end PostgreSQL, and
 * every start after it to serve. In two rounds of four PostgreSQL is stopped behind the server's back first, which leaves it stuck
 * in its shutdown; in one of those the server is killed, so that the next one finds it like that. Run: `node test/stops-in-recovery.ts --stops 20`.
 */
const { values } = parseArgs({ options: { stops: { type: 'string', default: '20' } } })
const stops = Number(values.stops)

const server = await startServer({ RATE_LIMITS: 'off' })
const submissions = new AcknowledgedSubmissions(server.url, await makeSpace(server.url))
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
const times: number[] = []
const starts: number[] = []
const codes: Record<string, number> = {}
let leftRunning = 0
let unready = 0
for (let stop = 1; stop <= stops; stop++) {
	for (let sent = 0; sent < 20; sent++) await submissions.sendOne()
	const postmaster = await postmasterOf(server.dataDir)
	await killBackend(server.dataDir)
	await pause(randomInt(0, 120))
	const kind = (['recovering', 'stuck', 'recovering', 'left stuck'] as const)[stop % 4]
	if (kind !== 'recovering') process.kill(postmaster, 'SIGINT')
	const began = performance.now()
	if (kind === 'left stuck') await server.kill()
	else {
		const code = await server.end()
		times.push(performance.now() - began)
		if (isRunning(postmaster)) leftRunning++
		codes[`${kind}:${code}`] = (codes[`${kind}:${code}`] ?? 0) + 1
	}
	const started = performance.now()
	await server.restart()
	starts.push(performance.now() - started)
	if ((await fetch(`${server.url}/ready`)).status !== 200) unready++
	await submissions.sendAgain()
}
const verdict = await submissions.compare(server.dataDir)
await server.stop()
const slowestStopMs = Math.round(Math.max(...times))
const slowestStartMs = Math.round(Math.max(...starts))
console.log(
	JSON.stringify({ stops, leftRunning, unready, slowestStopMs, slowestStartMs, codes, ...verdict }),
)
process.exit(leftRunning + unready + verdict.lost + verdict.duplicated > 0 ? 1 : 0)
