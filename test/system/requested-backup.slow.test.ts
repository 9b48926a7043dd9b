import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { InstanceReport } from '#shared/instance/instance-report.ts'
import { fetchAnonKey, officialClient } from '#test/support/official-client.ts'
import { plaudit, startServer } from '#test/support/server-process.ts'

it('an operator has a backup made and a restore of it tried at once, without a schedule', async () => {
	const target = await mkdtemp(join(tmpdir(), 'plaudit-target-'))
	const server = await startServer({ BACKUP_TARGET: target, OPERATORS: 'operator@example.test' })
	const { auth, functions } = officialClient(server.url, await fetchAnonKey(server.url))
	const account = { email: 'operator@example.test', password: 'a long enough pass phrase' }
	await plaudit(server, ['user', 'create', '--email', account.email, '--password', account.password])
	await auth.signInWithPassword(account)
	const read = async () => {
		const { data, error } = await functions.invoke<InstanceReport>('instance', { method: 'GET' })
		if (error) throw error
		return data
	}
	const act = async (action: 'back_up' | 'try_restore') => {
		expect((await functions.invoke('instance', { body: { action } })).error).toBe(null)
	}
	expect((await read())?.backups).toMatchObject({ where: 'folder', schedule: null, running: false, tried: null })
	await act('back_up')
	await expect.poll(async () => (await read())?.last_backup?.ok).toBe(true)
	await expect.poll(async () => (await read())?.backups.running).toBe(false)
	const [name = ''] = (await readdir(target)).filter((file) => file.endsWith('.tar.gz'))
	expect(name).toMatch(/^plaudit-/)
	// The check after a backup is the first restore; the one that is asked for is another.
	await expect.poll(async () => (await read())?.backups.tried?.rows).toBeGreaterThan(0)
	const first = (await read())?.backups.tried?.at
	await expect
		.poll(
			async () => {
				await act('try_restore')
				return (await read())?.backups.tried?.at
			},
			{ timeout: 120_000, interval: 500 },
		)
		.not.toBe(first)

	await truncate(join(target, name), 5000)
	await expect
		.poll(
			async () => {
				await act('try_restore')
				return (await read())?.backups.try_problem
			},
			{ timeout: 120_000, interval: 500 },
		)
		.toMatch(/^A restore of plaudit-.* failed: .*damaged/)
	// A further try may have begun meanwhile, which forgets the problem until it ends.
	await expect.poll(async () => (await read())?.warnings).toContain('The last backup failed.')
	await server.stop()
	await rm(target, { recursive: true })
}, 300_000)
