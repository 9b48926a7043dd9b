import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeJwk } from '#platform/keys/jwk.ts'
import { withClient } from '#platform/pg/connections.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { startServer } from '#test/support/server-process.ts'
import { earlierVersion, prepareVersion, removeVersion } from './side-by-side/earlier-version.ts'
import { type Done, openNode, startLoad } from './side-by-side/load.ts'
import { findMissing, readInterface } from './side-by-side/schema-interface.ts'
import { Tally } from './side-by-side/tally.ts'

/**
 * Runs an earlier version and this one together on one PostgreSQL 15: the earlier one serves under load while this one migrates, then
 * both serve, then this one alone. Counts submissions that were lost or stored twice, approvals that subscribers of either node missed,
 * answers that no client should get, and columns, functions and rights of the earlier schema that the present one lacks. Exits 1 for any.
 *
 * Run: `node tools/side-by-side.ts [--old GITREF] [--in FOLDER] [--seconds 20] [--rate 250]`. GITREF is by default the tag of the last
 * release, and before the first one the commit before the last migration was added. FOLDER keeps its checkout and build for the next run;
 * without it both are removed. With a rate, so many visitors a second send to the earlier version, also while it does not answer.
 */
const { values } = parseArgs({
	options: {
		old: { type: 'string' },
		in: { type: 'string' },
		seconds: { type: 'string', default: '20' },
		rate: { type: 'string' },
	},
})
const ref = values.old ?? earlierVersion()
const folder = values.in ?? (await mkdtemp(join(tmpdir(), 'plaudit-version-'))).concat('/checkout')
const seconds = Number(values.seconds)
const rate = values.rate ? Number(values.rate) : undefined
prepareVersion(ref, folder)

const cluster = await startDebianCluster()
const { host, port, user, password } = cluster.owner
await withClient(cluster.owner, (client) => client.query("create database plaudit encoding 'UTF8' template template0"))
const settings = {
	DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/plaudit`,
	JWT_KEYS: JSON.stringify([makeJwk()]),
	RATE_LIMITS: 'off',
	REFRESH_REUSE_INTERVAL: '10',
}
const tally = new Tally()
const done: Done = { submissions: [], approved: [], repeatedAs: [] }

const old = await startServer(settings, { checkout: folder })
const database = { ...cluster.owner, database: 'plaudit' }
const earlier = await withClient(database, readInterface)
const space = await makeSpace(old.url)
const oldNode = await openNode('old', old.url, space)
let bothNodes: Awaited<ReturnType<typeof openNode>> | undefined
const endOld = startLoad(oldNode, () => bothNodes, space, tally, done, rate)
const began = performance.now()
await setTimeout(3000)
const beforeMigration = { sent: done.submissions.length, failed: tally.sum('failed') }
const migrating = performance.now()
const current = await startServer(settings)
const startedAfterMs = Math.round(performance.now() - migrating)
const duringMigration = {
	sent: done.submissions.length - beforeMigration.sent,
	failed: tally.sum('failed') - beforeMigration.failed,
}
const acknowledgedPerSecond = Math.round((done.submissions.length / (performance.now() - began)) * 1000)
const waits = current
	.output()
	.split('\n')
	.filter((line) => line.includes('It is tried again'))
const missingInSchema = findMissing(earlier, await withClient(database, readInterface))
const newNode = await openNode('new', current.url, space)
bothNodes = newNode
const firstShared = done.approved.length
const endNew = startLoad(newNode, () => oldNode, space, tally, done)
await setTimeout(seconds * 1000)
await endNew()
await endOld()
const shared = done.approved.slice(firstShared)
const missed = await missedApprovals()
await oldNode.client.removeAllChannels()
const oldExitCode = await old.end()
const endAlone = startLoad(newNode, () => undefined, space, tally, done)
await setTimeout(3000)
await endAlone()

const verdict = {
	...(await compare()),
	missingInSchema: missingInSchema.length,
	missedAtOld: missed.old,
	missedAtNew: missed.new,
	failed: tally.sum('failed'),
	oldExitCode,
}
const errors = { old: errorsIn(old.output()), new: errorsIn(current.output()) }
console.log(
	JSON.stringify(
		{
			ref,
			seconds,
			rate,
			acknowledgedPerSecond,
			startedAfterMs,
			waits,
			beforeMigration,
			duringMigration,
			missingInSchema,
			errors,
			counts: tally.counts,
		},
		null,
		'\t',
	),
)
console.log(JSON.stringify(verdict))
await newNode.client.removeAllChannels()
await old.stop()
await current.stop()
await cluster.stop()
if (!values.in) {
	removeVersion(folder)
	await rm(join(folder, '..'), { recursive: true, force: true })
}
process.exit(
	Object.values(verdict).some((count, at) => Object.keys(verdict)[at] !== 'acknowledged' && count !== 0) ? 1 : 0,
)

/** The first messages of a server's log that are errors. */
function errorsIn(output: string): string[] {
	const lines = output.split('\n').filter((line) => /^\{.*"level":(50|60|"error"|"fatal")/.test(line))
	return lines.slice(0, 5).map((line) => line.slice(0, 600))
}

/** Approvals of the shared time that a subscriber has not seen within ten seconds after the end. */
async function missedApprovals(): Promise<{ old: number; new: number }> {
	const missing = ({ changes }: typeof oldNode) => {
		const seen = new Set(
			changes.items.map(({ new: row }) => ('status' in row && row.status === 'approved' ? row.id : '')),
		)
		return shared.filter((id) => !seen.has(id)).length
	}
	for (let tries = 0; tries < 100 && missing(oldNode) + missing(newNode) > 0; tries++) await setTimeout(100)
	return { old: missing(oldNode), new: missing(newNode) }
}

async function compare() {
	const { rows } = await withClient(database, (client) =>
		client.query<{ id: string; body: string; status: string }>('select id, body, status from public.testimonials'),
	)
	const byId = new Map(rows.map((row) => [row.id, row]))
	const bodies = new Set(rows.map(({ body }) => body))
	return {
		acknowledged: done.submissions.length,
		lost: done.submissions.filter(({ id, body }) => byId.get(id)?.body !== body).length,
		doubled: rows.length - bodies.size,
		otherIdWhenRepeated: done.repeatedAs.filter(({ first, again }) => first !== again).length,
		lostApprovals: done.approved.filter((id) => byId.get(id)?.status !== 'approved').length,
	}
}
