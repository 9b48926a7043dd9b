import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { asOwner } from '#test/database.ts'
import { openTestDeps, type TestDeps } from '#test/deps.ts'
import { healthRoutes } from './health.ts'

let opened: TestDeps
beforeAll(async () => {
	opened = await openTestDeps({ LOG_LEVEL: 'silent' })
})
afterAll(() => opened.close())

const ask = async (health: ReturnType<typeof healthRoutes>) => {
	const answer = await health.request('/ready')
	return { status: answer.status, body: await answer.json() }
}
const ready = { status: 200, body: { status: 'ready' } }

it('a server is not ready when files cannot be stored, and says that it is the files', async () => {
	const folder = join(opened.deps.config.DATA_DIR, 'storage')
	// Not a folder: as a mount that is gone, for root as well.
	await writeFile(folder, '')
	const body = { status: 'unavailable', database: 'ready', files: 'unavailable' }
	expect(await ask(healthRoutes(opened.deps))).toEqual({ status: 503, body })
	await rm(folder)
	expect(await ask(healthRoutes(opened.deps))).toEqual(ready)
})

it('a server is not ready when the database cannot write a file of its own, and says that it is the database', async () => {
	const { database } = opened
	const name = database.owner.database
	await asOwner(database, `alter database ${name} set temp_file_limit = 0`)
	const full = await openTestDeps({ LOG_LEVEL: 'silent' }, database)
	const body = { status: 'unavailable', database: 'unavailable', files: 'ready' }
	expect(await ask(healthRoutes(full.deps))).toEqual({ status: 503, body })
	await full.close()
})

it('a thousand questions within a second write once, and the next second is looked at again', async () => {
	const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
	const { db, files } = opened.deps
	const written = [vi.spyOn(db, 'as'), vi.spyOn(files, 'requireWritable')]
	const health = healthRoutes(opened.deps)
	const crowd = () => Promise.all(Array.from({ length: 500 }, () => ask(health)))
	for (const answers of [await crowd(), await crowd()])
		expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
	expect(written.map(({ mock }) => mock.calls.length)).toEqual([1, 1])
	clock.mockReturnValue(1001)
	expect(await ask(health)).toEqual(ready)
	expect(written.map(({ mock }) => mock.calls.length)).toEqual([2, 2])
	vi.restoreAllMocks()
})
