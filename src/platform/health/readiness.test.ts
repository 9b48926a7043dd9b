import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRouter, type Router } from '#platform/http/routing/router.ts'
import { openDb } from '#platform/pg/db.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { healthRoutes } from './health-routes.ts'

let opened: TestDeps
beforeAll(async () => {
	opened = await openTestDeps({ LOG_LEVEL: 'silent' })
})
afterAll(() => opened.close())

const ask = async (health: Router) => {
	const answer = await health.request('/ready')
	return { status: answer.status, body: await answer.json() }
}
type Part = 'database' | 'migrations' | 'files' | 'disk'
/** The answer when these parts fail for these reasons. */
const answerWith = (reasons: Partial<Record<Part, string>>) => ({
	status: Object.keys(reasons).length > 0 ? 503 : 200,
	body: {
		status: Object.keys(reasons).length > 0 ? 'unavailable' : 'ready',
		checks: (['database', 'migrations', 'files', 'disk'] as const).map((name) => {
			const reason = reasons[name]
			return reason ? { name, ok: false, reason } : { name, ok: true }
		}),
	},
})
const ready = answerWith({})
const openRoutes = ({ deps }: TestDeps) => createRouter(healthRoutes(deps), deps)

it('a server is not ready when files cannot be stored, and names the files', async () => {
	const folder = join(opened.deps.config.DATA_DIR, 'storage')
	// Not a folder: like a lost mount, also for root.
	await writeFile(folder, '')
	expect(await ask(openRoutes(opened))).toEqual(answerWith({ files: 'The folder does not exist.' }))
	await rm(folder)
	expect(await ask(openRoutes(opened))).toEqual(ready)
})

it('a server is not ready when the database cannot write a temporary file, and names the database', async () => {
	const { database } = opened
	const name = database.owner.database
	await asOwner(database, `alter database ${name} set temp_file_limit = 0`)
	const full = await openTestDeps({ LOG_LEVEL: 'silent' }, database)
	const reasons = { database: 'The database may not write temporary files.' }
	expect(await ask(openRoutes(full))).toEqual(answerWith(reasons))
	await full.close()
	await asOwner(database, `alter database ${name} reset temp_file_limit`)
})

it('a server is not ready while a migration is missing, and counts it', async () => {
	const { database } = opened
	const rename = (from: string, to: string) =>
		asOwner(database, `update plaudit.migrations set name = replace(name, $1, $2) where name like '%0001%'`, [from, to])
	await rename('0001', '0001-gone')
	const missing = answerWith({ migrations: '1 of the migrations are not applied.' })
	expect(await ask(openRoutes(opened))).toEqual(missing)
	await rename('0001-gone', '0001')
	expect(await ask(openRoutes(opened))).toEqual(ready)
})

it('a server is not ready without its database, and the answer names no address', async () => {
	const db = openDb({ host: '/tmp/no-such-socket', user: 'plaudit_login' }, 2, () => {})
	const deps = { ...opened.deps, db }
	const answer = await ask(createRouter(healthRoutes(deps), deps))
	const reason = 'The database does not answer.'
	expect(answer).toEqual(answerWith({ database: reason, migrations: reason }))
	await db.close()
})

it('a server is not ready when DATA_DIR cannot be written', async () => {
	const { deps } = opened
	const away = { ...deps, config: { ...deps.config, DATA_DIR: join(deps.config.DATA_DIR, 'gone') } }
	expect(await ask(createRouter(healthRoutes(away), away))).toEqual(answerWith({ disk: 'The folder does not exist.' }))
})

it('a server is not ready while it takes no new files for lack of disk space, and says so', async () => {
	const short = await openTestDeps({ LOG_LEVEL: 'silent', MIN_FREE_DISK_MB: '1000000' }, opened.database)
	const reason = 'Less disk space is left than the server keeps free.'
	expect(await ask(openRoutes(short))).toEqual(answerWith({ files: reason, disk: reason }))
	await short.close()
})

it('a thousand readiness requests within a second check once, and the next second checks again', async () => {
	const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
	const { db, files } = opened.deps
	const written = [vi.spyOn(db, 'as'), vi.spyOn(files, 'requireWritable')]
	const health = createRouter(healthRoutes(opened.deps), opened.deps)
	const crowd = () => Promise.all(Array.from({ length: 500 }, () => ask(health)))
	for (const answers of [await crowd(), await crowd()])
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	expect(written.map(({ mock }) => mock.calls.length)).toEqual([2, 1])
	clock.mockReturnValue(1001)
	expect(await ask(health)).toEqual(ready)
	expect(written.map(({ mock }) => mock.calls.length)).toEqual([4, 2])
	vi.restoreAllMocks()
})
