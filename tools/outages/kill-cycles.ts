import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { postmasterOf } from '#test/support/postgres/postmaster.ts'
import { AcknowledgedSubmissions } from '#test/support/product/acknowledged-submissions.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'

/**
 * Kills server and database repeatedly under a stream of submissions, and compares acknowledged submissions with the
 * database. Run: `node tools/outages/kill-cycles.ts --cycles 100`. Exits 1 when one is lost or duplicated, or a start is too
 * slow.
 */
const { values } = parseArgs({ options: { cycles: { type: 'string', default: '100' } } })
const cycles = Number(values.cycles)
const readyLimit = 5000

const server = await startServer({ RATE_LIMITS: 'off' })
const submissions = new AcknowledgedSubmissions(server.url, await makeSpace(server.url))
let slowest = 0
for (let cycle = 1; cycle <= cycles; cycle++) {
	const ended = submissions.stream((isAnswered) => isAnswered)
	await new Promise((resolve) => setTimeout(resolve, randomInt(50, 600)))
	await kill(server, ['server', 'database', 'both'][cycle % 3] as Target)
	await ended
	const started = performance.now()
	await server.restart()
	const took = performance.now() - started
	slowest = Math.max(slowest, took)
	if (took > readyLimit) console.error(`cycle ${cycle}: ready after ${Math.round(took)} ms`)
	await submissions.sendAgain()
}
const verdict = await submissions.compare(server.dataDir)
await server.stop()
console.log(JSON.stringify({ cycles, ...verdict, slowestStartMs: Math.round(slowest) }))
process.exit(verdict.lost + verdict.duplicated > 0 || slowest > readyLimit ? 1 : 0)

type Target = 'server' | 'database' | 'both'

async function kill({ dataDir, kill: killServer }: Server, target: Target): Promise<void> {
	const pid = await postmasterOf(dataDir)
	if (target !== 'server') process.kill(pid, 'SIGKILL')
	await killServer()
}
