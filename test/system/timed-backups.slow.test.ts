import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSpace } from '#test/support/product/make-space.ts'
import { plaudit, type Server, startServer } from '#test/support/server-process.ts'

let target: string
let settings: Record<string, string>
let server: Server
beforeAll(async () => {
	target = await mkdtemp(join(tmpdir(), 'plaudit-target-'))
	settings = { BACKUP_TARGET: target, BACKUP_SCHEDULE: 'daily', BACKUP_KEY: await generateX25519Identity() }
	server = await startServer(settings)
})
afterAll(async () => {
	await server.stop()
	await rm(target, { recursive: true, force: true })
})

const metric = async (name: string) =>
	Number(new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(`${server.url}/metrics`)).text())?.[1])

it('a server with a schedule makes its first backup at once, checks it, and its command restores the last one', async () => {
	const space = await makeSpace(server.url)
	await expect.poll(() => metric('plaudit_backup_last_check_timestamp_seconds')).toBeGreaterThan(0)
	expect(await metric('plaudit_backup_failed')).toBe(0)
	expect((await fetch(`${server.url}/ready`)).status).toBe(200)
	expect(JSON.parse(await plaudit(server, ['backup', '--json'], settings))).toMatchObject({
		check: { files: expect.any(Number) },
	})
	expect(JSON.parse(await plaudit(server, ['backup', 'list', '--json'], settings))).toHaveLength(1)
	// Pages need not be built for this test, so the doctor may end with 1.
	const findings = await plaudit(server, ['doctor'], settings).catch((error: Error) => error.message)
	expect(findings).toMatch(/^ok +backups +the last is of /m)
	const isData = (name: string) => !/^(postgres\.log|wal-archive\.json|last-backup\.json|cache)$/.test(name)
	const before = (await readdir(server.dataDir)).filter(isData)

	expect(await server.end()).toBe(0)
	await rm(server.dataDir, { recursive: true })
	expect(await plaudit(server, ['restore'], settings)).toContain('Start Plaudit now.')
	await server.restart()
	const { data } = await space.client.from('forms').select('slug').throwOnError()
	expect(data).toEqual([{ slug: space.slug }])
	expect((await readdir(server.dataDir)).filter(isData)).toEqual(before)
})
