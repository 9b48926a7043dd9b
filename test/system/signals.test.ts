import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { writeWalState } from '#platform/backups/wal/wal-state.ts'
import { createInstanceReader } from '#product/instance/create-instance-reader.ts'
import { startS3Server } from '#test/fakes/s3-server.ts'
import { freePort } from '#test/support/http/free-port.ts'
import { makeSpace, type TestSpace } from '#test/support/product/make-space.ts'
import { submissionBody } from '#test/support/product/submission-body.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { alertFires, parseScrape } from '#test/support/signals/evaluate-alert.ts'
import { codesIn, readAlerts, readSignals, type SignalRow } from '#test/support/signals/signals-table.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
let space: TestSpace
let folder: string
let rows: SignalRow[]
let alerts: Map<string, string>
const cleanups: (() => unknown)[] = []

/** Nothing is wrong with it: its backups have a place, and it has a mail server. */
let settings: Record<string, string>
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-backups-'))
	settings = {
		LOG_LEVEL: 'silent',
		BACKUP_TARGET: folder,
		BACKUP_SCHEDULE: 'daily',
		BACKUP_KEY: await generateX25519Identity(),
		DATABASE_POOL: '6',
		IGNORE_FINDINGS: 'mail_links_local',
		SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
		MAIL_AUTOCONFIRM: 'true',
	}
	;({ rows } = await readSignals())
	alerts = await readAlerts()
	app = await createTestApp(settings)
	space = await makeSpace(await app.listen())
	// A counter that is new in a scrape has no rate.
	await sendMail()
	await sql(`delete from plaudit.jobs where ${isMail}`)
	await app.indexing.idle()
})
afterAll(async () => {
	await app.close()
	await rm(folder, { recursive: true })
})

const sql = (text: string, values: unknown[] = []) => asOwner(app.database, text, values)
const onEnd = (cleanup: () => unknown) => void cleanups.push(cleanup)
/** A node of its own over the same database. */
const startNode = async (changes: Record<string, string>) => {
	const node = await createTestApp({ ...settings, ...changes }, app.database)
	onEnd(() => node.close())
	return node
}
const worker = { role: 'service_role' } as const
/** Makes the jobs of some kinds due, and lets the node run them. */
const runJobs = async (where: string) => {
	await sql(`update plaudit.jobs set run_at = now() where failed_at is null and ${where}`)
	await runDueJobs(app.deps)
}
const isMail = "kind = 'mail'"
/** Asks for a mail, which fails once. */
const sendMail = async () => {
	await app.client().auth.resetPasswordForEmail(space.email)
	await app.deps.jobs.idle()
}

/** Breaks a part, as the first column of the table names it. @returns the node that has the light; nothing for the shared one */
const breakages: Record<string, () => Promise<TestApp | undefined>> = {
	async 'the database takes no writes'() {
		const { database } = app.database.owner
		const reconnect = () =>
			sql(
				"select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'plaudit%'",
			)
		await sql(`alter database ${database} set default_transaction_read_only = on`)
		await reconnect()
		onEnd(async () => {
			await sql(
				`begin; set transaction read write; alter database ${database} reset default_transaction_read_only; commit`,
			)
			await reconnect()
		})
		return undefined
	},
	async 'all connections of the pool are busy'() {
		const { promise, resolve } = Promise.withResolvers<void>()
		const holders = Promise.allSettled(Array.from({ length: 9 }, () => app.deps.db.as(worker, () => promise)))
		onEnd(async () => {
			resolve()
			await holders
		})
		return undefined
	},
	async 'a migration is missing'() {
		const rename = (from: string, to: string) =>
			sql(`update plaudit.migrations set name = replace(name, '${from}', '${to}') where name like '%/0001%'`)
		await rename('0001', '0001-gone')
		onEnd(() => rename('0001-gone', '0001'))
		return undefined
	},
	async 'S3 is away, hangs, refuses the keys, has no bucket, is another server, or answers with other bytes'() {
		const s3 = await startS3Server()
		const node = await startNode(s3.settings)
		await s3.pause()
		onEnd(() => s3.close().catch(() => {}))
		await node.deps.fileStoreWatch.read()
		return node
	},
	async 'the folder of files is gone, or cannot be written'() {
		const node = await startNode({})
		// Not a folder: like a lost mount, also for root.
		await writeFile(join(node.deps.config.DATA_DIR, 'storage'), '')
		await node.deps.fileStoreWatch.read()
		return node
	},
	'less than `MIN_FREE_DISK_MB` is free': () => startNode({ MIN_FREE_DISK_MB: '1000000' }),
	async 'the mail server is away'() {
		await sendMail()
		for (let attempt = 0; attempt < 5; attempt++) await runJobs(isMail)
		onEnd(() => sql(`delete from plaudit.jobs where ${isMail}`))
		return undefined
	},
	async 'a mail or a job was given up'() {
		await sendMail()
		await sql(`update plaudit.jobs set attempts = 11 where ${isMail}`)
		await runJobs(isMail)
		onEnd(() => sql(`delete from plaudit.jobs where ${isMail}`))
		return undefined
	},
	async 'a job that runs at intervals fails each time'() {
		await sql('alter function private.index_piece(int) rename to index_piece_gone')
		onEnd(async () => {
			await sql('alter function private.index_piece_gone(int) rename to index_piece')
			await runJobs("kind = 'index_words'")
		})
		for (let attempt = 0; attempt < 6; attempt++) await runJobs("kind = 'index_words'")
		return undefined
	},
	async 'no node takes jobs'() {
		await sql("insert into plaudit.jobs (kind, run_at) values ('of_no_node', now() - interval '20 minutes')")
		onEnd(() => sql("delete from plaudit.jobs where kind = 'of_no_node'"))
		return undefined
	},
	async 'the index of the search stands still'() {
		await sql('alter function private.index_queued(int) rename to index_queued_gone')
		const sent = await fetch(`${await app.listen()}/functions/v1/submit`, {
			method: 'POST',
			headers: { apikey: app.deps.keys.anonKey, 'content-type': 'application/json' },
			body: JSON.stringify(submissionBody(space)),
		})
		expect(sent.status).toBe(201)
		await sql("update public.testimonials set submitted_at = now() - interval '1 day'")
		onEnd(async () => {
			await sql('alter function private.index_queued_gone(int) rename to index_queued')
			app.indexing.wake()
			await app.indexing.idle()
		})
		return undefined
	},
	async 'the latest backup failed'() {
		await sql("insert into plaudit.backups (name, finished_at) values ('one', now())")
		await sql(
			"insert into plaudit.backups (name, problem, started_at) values ('two', 'No space.', now() + interval '1 second')",
		)
		onEnd(() => sql('delete from plaudit.backups'))
		return undefined
	},
	async 'the last backup is too old'() {
		await sql(
			"insert into plaudit.backups (name, started_at, finished_at) values ('one', now() - interval '3 days', now() - interval '3 days')",
		)
		onEnd(() => sql('delete from plaudit.backups'))
		return undefined
	},
	async 'the check of a backup failed'() {
		await sql(
			"insert into plaudit.backups (name, finished_at, check_started_at, problem) values ('one', now(), now(), 'A table is not there.')",
		)
		onEnd(() => sql('delete from plaudit.backups'))
		return undefined
	},
	async 'the write-ahead log cannot be archived'() {
		const until = new Date().toISOString()
		await writeWalState(app.deps.config.DATA_DIR, { until, problem: 'The target is away.' })
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_200_000 })
		onEnd(() => rm(join(app.deps.config.DATA_DIR, 'wal-archive.json')))
		return undefined
	},
	async "the clock differs from the database's by more than 30 s"() {
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
		return undefined
	},
	async 'the proxy is not trusted'() {
		const node = await startNode({})
		const relayed = { headers: { 'x-forwarded-for': '198.51.100.77' }, socket: { remoteAddress: '127.0.0.1' } }
		for (let count = 0; count < 500; count++) node.deps.deployment.observe(relayed, '/', 200)
		return node
	},
	async 'the process is blocked'() {
		// Node measures no delay until the first tick after a scrape, so the first pause may be lost.
		await app.deps.metrics.render()
		for (let pauses = 0; pauses < 4; pauses++) {
			const until = performance.now() + 700
			while (performance.now() < until);
			await expect.poll(() => performance.now()).toBeGreaterThan(until + 50)
		}
		return undefined
	},
}

const readReady = async (node: TestApp) => {
	const answer = await node.fetch(`${node.url}/ready`)
	const { checks } = (await answer.json()) as { checks: { name: string; ok: boolean }[] }
	return { status: answer.status, failing: checks.filter(({ ok }) => !ok).map(({ name }) => name) }
}
/** The operator's report, over a pool that is free. */
const readReport = async (node: TestApp) => {
	const pool = node.deps.db.pool()
	const { health, warnings } = await createInstanceReader(node.deps)(1, {
		findings: node.deps.deployment.observed(),
		pool,
	})
	return { health, warnings }
}

it('nothing is told of a node that is whole', async () => {
	expect(await readReady(app)).toEqual({ status: 200, failing: [] })
	const { health, warnings } = await readReport(app)
	expect(health.filter(({ state }) => state === 'fails' || state === 'warns')).toEqual([])
	expect(warnings.filter((text) => !/tenth of the disk/.test(text))).toEqual([])
	const scrape = parseScrape(await app.deps.metrics.render())
	const quiet = ['PlauditSlow', 'PlauditErrors', 'PlauditFeedLags', 'PlauditDiskAlmostFull', 'PlauditEventLoopBlocked']
	for (const [name, expression] of alerts)
		if (!quiet.includes(name)) expect([name, alertFires(expression, scrape, scrape)]).toEqual([name, false])
})

it('every row of the table of signals is seen by breaking its part here, or by the test that it names', async () => {
	for (const { broken, test } of rows)
		expect(broken in breakages || !test.includes('test/system/signals.test.ts'), broken).toBe(true)
	for (const broken of Object.keys(breakages)) expect(rows.map((row) => row.broken)).toContain(broken)
})

it.each(Object.keys(breakages))('when %s, all places say what the table of signals says', async (broken) => {
	const row = rows.find((candidate) => candidate.broken === broken)
	if (!row) throw new Error('the table has no such row')
	const before = parseScrape(await app.deps.metrics.render())
	// A result of less than a second ago is repeated.
	await expect.poll(() => performance.now()).toBeGreaterThan(performance.now() + 1100)
	try {
		const node = (await breakages[broken]?.()) ?? app
		// A scrape may meet a connection that is just ending; the alerts wait for longer.
		await expect
			.poll(async () => {
				const scrape = parseScrape(await node.deps.metrics.render())
				for (const name of codesIn(row.metrics)) expect(scrape.map((series) => series.name)).toContain(name)
				return codesIn(row.alert).filter((name) => alertFires(alerts.get(name) ?? '', before, scrape))
			})
			.toEqual(codesIn(row.alert))
		const ready = await readReady(node)
		expect(ready.status).toBe(row.ready === '—' ? 200 : Number.parseInt(row.ready, 10))
		for (const part of ready.failing) expect(codesIn(row.ready)).toContain(part)
		expect(ready.failing.length > 0).toBe(row.ready !== '—')
		const [, name, state] = /^(\w+) (fails|warns)/.exec(row.status) ?? []
		if (!name && !row.status.includes('“')) return
		const { health, warnings } = await readReport(node)
		if (name) expect(health).toContainEqual(expect.objectContaining({ name, state }))
		for (const [, sentence] of row.status.matchAll(/“([^”]+)”/g)) expect(warnings).toContain(sentence)
	} finally {
		vi.useRealTimers()
		for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
	}
})
