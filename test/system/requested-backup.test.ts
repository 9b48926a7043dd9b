import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { InstanceReport } from '#shared/instance-report.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { startServer } from '#test/support/server-process.ts'

it('an operator has a backup made at once, without a schedule', async () => {
	const target = await mkdtemp(join(tmpdir(), 'plaudit-target-'))
	const server = await startServer({ BACKUP_TARGET: target, OPERATORS: 'operator@example.test' })
	const { auth, functions } = officialClient(server.url, await fetchAnonKey(server.url))
	await auth.signUp({ email: 'operator@example.test', password: 'a long enough pass phrase' })
	const read = async () => {
		const { data, error } = await functions.invoke<InstanceReport>('instance', { method: 'GET' })
		if (error) throw error
		return data
	}
	expect((await read())?.backups).toMatchObject({ where: 'folder', schedule: null, running: false })
	const { error } = await functions.invoke('instance', { body: { action: 'back_up' } })
	expect(error).toBe(null)
	await expect.poll(async () => (await read())?.last_backup?.ok).toBe(true)
	await expect.poll(async () => (await read())?.backups.running).toBe(false)
	expect((await readdir(target)).filter((name) => name.startsWith('plaudit-'))).not.toEqual([])
	await server.stop()
	await rm(target, { recursive: true })
})
