import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { makeJwk } from '#platform/keys/jwk.ts'
import { withClient } from '#platform/pg/connections.ts'
import { startDebianCluster } from '#test/support/postgres/debian-cluster.ts'
import { makeSpace } from '#test/support/product/make-space.ts'
import { type Server, startServer } from '#test/support/server-process.ts'
import { type Done, type LoadedNode, openNode, startLoad } from './load.ts'
import { findMissing, readInterface } from './schema-interface.ts'
import { Tally } from './tally.ts'

/** The checkout of the earlier version, how long both versions serve together, and submissions a second. */
export type RoundOptions = { folder: string; seconds: number; rate: number | undefined }

/** The forbidden outcomes, by kind: every count but that of acknowledged submissions is 0 in a good round. */
export type Verdict = Record<string, number | null>

/** The figures of a round, for its reader. */
export type Round = { verdict: Verdict; details: object }

/** Runs both versions together once, on a new cluster. @throws Error when the present version does not start */
export async function runRound(options: RoundOptions): Promise<Round> {
	const cluster = await startDebianCluster()
	const servers: Server[] = []
	try {
		return await serveTogether(cluster.owner, servers, options)
	} finally {
		for (const server of servers) await server.stop()
		await cluster.stop()
	}
}

async function serveTogether(owner: pg.ClientConfig, servers: Server[], options: RoundOptions): Promise<Round> {
	const { host, port, user, password } = owner
	await withClient(owner, (client) => client.query("create database plaudit encoding 'UTF8' template template0"))
	const settings = {
		DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/plaudit`,
		JWT_KEYS: JSON.stringify([makeJwk()]),
		RATE_LIMITS: 'off',
		REFRESH_REUSE_INTERVAL: '10',
	}
	const tally = new Tally()
	const done: Done = { submissions: [], approved: [], repeatedAs: [] }

	const old = await startServer(settings, { checkout: options.folder })
	servers.push(old)
	const database = { ...owner, database: 'plaudit' }
	const earlier = await withClient(database, readInterface)
	const space = await makeSpace(old.url)
	const oldNode = await openNode('old', old.url, space)
	let bothNodes: LoadedNode | undefined
	const endOld = startLoad(oldNode, () => bothNodes, space, tally, done, options.rate)
	const began = performance.now()
	await setTimeout(3000)
	const faults = () => tally.sum('failed') + tally.sum('unanswered')
	const beforeMigration = { sent: done.submissions.length, failed: faults() }
	const migrating = performance.now()
	const current = await startServer(settings).catch(async (error) => {
		await endOld()
		throw error
	})
	servers.push(current)
	const startedAfterMs = Math.round(performance.now() - migrating)
	const duringMigration = {
		sent: done.submissions.length - beforeMigration.sent,
		failed: faults() - beforeMigration.failed,
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
	await setTimeout(options.seconds * 1000)
	await endNew()
	await endOld()
	const missed = await missedApprovals([oldNode, newNode], done.approved.slice(firstShared))
	await oldNode.client.removeAllChannels()
	const oldExitCode = await old.end()
	const endAlone = startLoad(newNode, () => undefined, space, tally, done)
	await setTimeout(3000)
	await endAlone()
	await newNode.client.removeAllChannels()

	return {
		verdict: {
			...(await compare(database, done)),
			missingInSchema: missingInSchema.length,
			missedAtOld: missed[0] ?? 0,
			missedAtNew: missed[1] ?? 0,
			failed: tally.sum('failed'),
			unanswered: tally.sum('unanswered'),
			oldExitCode,
		},
		details: {
			acknowledgedPerSecond,
			startedAfterMs,
			waits,
			beforeMigration,
			duringMigration,
			missingInSchema,
			errors: { old: errorsIn(old.output()), new: errorsIn(current.output()) },
			counts: tally.counts,
		},
	}
}

/** The first messages of a server's log that are errors. */
function errorsIn(output: string): string[] {
	const lines = output.split('\n').filter((line) => /^\{.*"level":(50|60|"error"|"fatal")/.test(line))
	return lines.slice(0, 5).map((line) => line.slice(0, 600))
}

/** Approvals that the subscriber of each node has not seen within ten seconds after the end. */
async function missedApprovals(nodes: LoadedNode[], approved: string[]): Promise<number[]> {
	const missing = ({ changes }: LoadedNode) => {
		const seen = new Set(
			changes.items.map(({ new: row }) => ('status' in row && row.status === 'approved' ? row.id : '')),
		)
		return approved.filter((id) => !seen.has(id)).length
	}
	for (let tries = 0; tries < 100 && nodes.some((node) => missing(node) > 0); tries++) await setTimeout(100)
	return nodes.map(missing)
}

async function compare(database: pg.ClientConfig, done: Done): Promise<Verdict> {
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
