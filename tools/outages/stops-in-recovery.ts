import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { isRunning } from '#platform/pg/engine/postgres-processes.ts'
import { killBackend, postmasterOf } from '#test/support/postgres/postmaster.ts'
import { AcknowledgedSubmissions } from '#test/support/product/acknowledged-submissions.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'

/**
 * Stops the server while PostgreSQL recovers from a backend's crash. In two of four rounds PostgreSQL is stopped
 * first and hangs in its shutdown; in one of them the server is killed. Run: `node tools/outages/stops-in-recovery.ts --stops
 * 20`. Exits 1 when PostgreSQL survives a stop, a start fails, or a submission is lost or duplicated.
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
console.log(JSON.stringify({ stops, leftRunning, unready, slowestStopMs, slowestStartMs, codes, ...verdict }))
process.exit(leftRunning + unready + verdict.lost + verdict.duplicated > 0 ? 1 : 0)
