import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createRouter, type Router } from '#platform/http/routing/router.ts'
import { asOwner } from '#test/support/test-database.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { healthRoutes } from './health.ts'

let opened: TestDeps
beforeAll(async () => {
	opened = await openTestDeps({ LOG_LEVEL: 'silent' })
})
afterAll(() => opened.close())

const ask = async (health: Router) => {
	const answer = await health.request('/ready')
	return { status: answer.status, body: await answer.json() }
}
const ready = { status: 200, body: { status: 'ready' } }

it('a server is not ready when files cannot be stored, and names the files', async () => {
	const folder = join(opened.deps.config.DATA_DIR, 'storage')
	// Not a folder: like a lost mount, also for root.
	await writeFile(folder, '')
	const body = { status: 'unavailable', database: 'ready', files: 'unavailable' }
	expect(await ask(createRouter(healthRoutes(opened.deps), opened.deps))).toEqual({
		status: 503,
		body,
	})
	await rm(folder)
	expect(await ask(createRouter(healthRoutes(opened.deps), opened.deps))).toEqual(ready)
})

it('a server is not ready when the database cannot write a temporary file, and names the database', async () => {
	const { database } = opened
	const name = database.owner.database
	await asOwner(database, `alter database ${name} set temp_file_limit = 0`)
	const full = await openTestDeps({ LOG_LEVEL: 'silent' }, database)
	const body = { status: 'unavailable', database: 'unavailable', files: 'ready' }
	expect(await ask(createRouter(healthRoutes(full.deps), full.deps))).toEqual({ status: 503, body })
	await full.close()
})

it('a thousand readiness requests within a second write once, and the next second checks again', async () => {
	const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
	const { db, files } = opened.deps
	const written = [vi.spyOn(db, 'as'), vi.spyOn(files, 'requireWritable')]
	const health = createRouter(healthRoutes(opened.deps), opened.deps)
	const crowd = () => Promise.all(Array.from({ length: 500 }, () => ask(health)))
	for (const answers of [await crowd(), await crowd()])
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	expect(written.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
	clock.mockReturnValue(1001)
	expect(await ask(health)).toEqual(ready)
	expect(written.map(({ mock }) => mock.calls.length)).toEqual([2, 2])
	vi.restoreAllMocks()
})
