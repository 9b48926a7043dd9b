import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createRouter } from '#platform/http/routing/router.ts'
import { openFileStore } from '#platform/media/open-file-store.ts'
import { createInstanceReader } from '#product/instance/create-instance-reader.ts'
import { type FaultyProxy, startFaultyProxy } from '#test/fakes/faulty-proxy.ts'
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts'
import { openTestDeps, type TestDeps } from '#test/support/test-deps.ts'
import { createFileStoreWatch } from './file-store-watch.ts'
import { healthRoutes } from './health-routes.ts'

const often = { interval: 20, retry: 20, patience: 2000 }
let s3: S3Server
let proxy: FaultyProxy
let opened: TestDeps
beforeAll(async () => {
	s3 = await startS3Server()
	proxy = await startFaultyProxy(s3.settings.S3_ENDPOINT ?? '')
	opened = await openTestDeps({ ...s3.settings, S3_ENDPOINT: proxy.url, LOG_LEVEL: 'silent' })
})
afterAll(async () => {
	await opened.close()
	await proxy.close()
	await s3.close()
})
afterEach(() => {
	for (const method of ['GET', 'PUT', 'DELETE'] as const) proxy.fail(method, undefined)
})

/** A watch that looks every few milliseconds, and the lines that it logs. */
function follow({ deps }: TestDeps = opened, changes: Partial<TestDeps['deps']['config']> = {}) {
	const lines: string[] = []
	const log = {
		error: (_: object, text: string) => lines.push(text),
		info: (_: object, text: string) => lines.push(text),
	}
	const config = { ...deps.config, ...changes }
	const watch = createFileStoreWatch(config, openFileStore(config), log as never, often)
	return { lines, watch, end: watch.follow() }
}
const becomes = (watch: ReturnType<typeof follow>['watch'], reason?: string) =>
	expect.poll(() => watch.last()).toEqual(reason ? { ok: false, reason } : { ok: true })
const leftovers = () => readdir(join(s3.folder, 'plaudit-files', 'probe')).catch(() => [])

const failures: [string, string, () => void | Promise<void>, () => void | Promise<void>][] = [
	['is away', 'S3 does not answer.', () => s3.pause(), () => s3.resume()],
	[
		'answers 200 with other bytes',
		'S3 answers with other bytes than were stored.',
		() => proxy.fail('GET', 'alter'),
		() => proxy.fail('GET', undefined),
	],
	[
		'is replaced by a page of a network',
		'What answers in place of S3 is no S3 server.',
		() => proxy.fail('PUT', 'page'),
		() => proxy.fail('PUT', undefined),
	],
	['hangs', 'There is no answer in time.', () => proxy.fail('PUT', 'hold'), () => proxy.fail('PUT', undefined)],
	['refuses writes', 'S3 refuses access.', () => proxy.fail('PUT', 'refuse'), () => proxy.fail('PUT', undefined)],
	['refuses reads', 'S3 refuses access.', () => proxy.fail('GET', 'refuse'), () => proxy.fail('GET', undefined)],
	[
		'refuses removals',
		'S3 refuses access.',
		() => proxy.fail('DELETE', 'refuse'),
		() => proxy.fail('DELETE', undefined),
	],
	[
		'has no such bucket any more',
		'The bucket does not exist.',
		() => rename(join(s3.folder, 'plaudit-files'), join(s3.folder, 'moved')),
		() => rename(join(s3.folder, 'moved'), join(s3.folder, 'plaudit-files')),
	],
]
it.each(failures)('an S3 that %s is seen, logged once, and seen again when it works', async (_, reason, begin, end) => {
	const { watch, lines, end: endWatch } = follow()
	await becomes(watch)
	await begin()
	await becomes(watch, reason)
	await end()
	await becomes(watch)
	endWatch()
	const failed = `S3_BUCKET: plaudit-files cannot be used. ${reason} Check S3_ENDPOINT, S3_REGION and the keys`
	expect(lines.filter((line) => line === failed)).toHaveLength(1)
	expect(lines.at(-1)).toBe('files can be stored again')
})

it('keys that S3 does not know are refused, and no probe leaves a file', async () => {
	const { watch, end } = follow(opened, { S3_ACCESS_KEY_ID: 'STRANGER' })
	expect(await watch.read()).toEqual({ ok: false, reason: 'S3 refuses access.' })
	end()
	const { watch: good } = follow()
	await becomes(good)
	await expect.poll(leftovers).toEqual([])
})

it('a folder of files that cannot be written is seen as well', async () => {
	const local = await openTestDeps({ LOG_LEVEL: 'silent' }, opened.database)
	const folder = join(local.deps.config.DATA_DIR, 'storage')
	await writeFile(folder, '')
	const { watch, lines, end } = follow(local)
	await becomes(watch, 'The folder does not exist.')
	await rm(folder)
	await becomes(watch)
	end()
	expect(lines).toEqual(['files cannot be stored. The folder does not exist.', 'files can be stored again'])
	await local.close()
})

const readReady = async ({ deps }: TestDeps) => {
	const answer = await createRouter(healthRoutes(deps), deps).request('/ready')
	const body = (await answer.json()) as { status: string; checks: { name: string }[] }
	return [answer.status, body.status, body.checks.find(({ name }) => name === 'files')]
}
const sample = async ({ deps }: TestDeps) => /^plaudit_files_up .*$/m.exec(await deps.metrics.render())?.[0]
const withoutKeys = { S3_ACCESS_KEY_ID: 'STRANGER', LOG_LEVEL: 'silent' }

it('an S3 that works is told by /ready, the report of the operator and /metrics', async () => {
	expect(await sample(opened)).toBe(undefined)
	expect(await readReady(opened)).toEqual([200, 'ready', { name: 'files', ok: true }])
	expect(await sample(opened)).toBe('plaudit_files_up 1')
	const { health, warnings } = await createInstanceReader(opened.deps)(1)
	expect(health.find(({ name }) => name === 'Files')?.state).toBe('works')
	expect(warnings.join()).not.toContain('Files')
})

it('an S3 that fails is told by /ready, the report of the operator and /metrics, and takes no node out of rotation', async () => {
	const failing = await openTestDeps({ ...s3.settings, ...withoutKeys }, opened.database)
	const part = { name: 'files', ok: false, reason: 'S3 refuses access.', required: false }
	expect(await readReady(failing)).toEqual([200, 'ready', part])
	expect(await sample(failing)).toBe('plaudit_files_up 0')
	const { health, warnings } = await createInstanceReader(failing.deps)(1)
	expect(health.find(({ name }) => name === 'Files')).toMatchObject({
		state: 'fails',
		detail: expect.stringMatching(/^S3 refuses access\. Look at S3, .* plaudit doctor/),
		summary: 'S3 refuses access.',
	})
	expect(warnings).toContain('Files: S3 refuses access.')
	await failing.close()
})

it('with READY_NEEDS_S3, a node whose S3 fails leaves the rotation', async () => {
	const failing = await openTestDeps({ ...s3.settings, ...withoutKeys, READY_NEEDS_S3: 'true' }, opened.database)
	const part = { name: 'files', ok: false, reason: 'S3 refuses access.' }
	expect(await readReady(failing)).toEqual([503, 'unavailable', part])
	await failing.close()
})
