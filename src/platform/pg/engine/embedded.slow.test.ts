import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawnEmbedded } from '#test/support/postgres/embedded-process.ts'
import { startEmbedded } from './embedded.ts'
import { isRunning, orphansOf } from './postgres-processes.ts'

describe('the embedded PostgreSQL', () => {
	let folder: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-pg-'))
	})
	afterAll(() => rm(folder, { recursive: true, force: true }))

	it('the embedded PostgreSQL is durable, checksummed, and reachable through its socket only', async () => {
		const server = await startEmbedded(folder, 4)
		const client = new pg.Client(server.owner)
		await client.connect()
		const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses']
		const { rows } = await client.query(
			'select array_agg(current_setting(name) order by ord) as values from unnest($1::text[]) with ordinality as n(name, ord)',
			[names],
		)
		expect(rows[0].values).toEqual(['on', 'on', 'on', 'on', ''])
		await client.end()
		expect((await stat(join(folder, 'socket'))).mode & 0o777).toBe(0o700)
		await server.stop()
		await expect(readFile(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
	})

	it('a second server is refused, and a killed one is replaced without data loss', async () => {
		const first = spawnEmbedded(folder)
		expect(await first.said).toBe('started false')
		const second = spawnEmbedded(folder)
		expect(await second.said).toContain('Another Plaudit already runs on')
		await first.kill()
		const heir = await startEmbedded(folder, 4)
		expect(heir.adopted).toBe(true)
		const joined = await startEmbedded(folder, 4, { purpose: 'join' })
		await joined.stop()
		const client = new pg.Client(heir.owner)
		await client.connect()
		expect((await client.query('select 1 as alive')).rows).toEqual([{ alive: 1 }])
		await client.end()
		await heir.stop()
	})

	it('the embedded PostgreSQL recovers after PostgreSQL itself was killed together with the server', async () => {
		const first = spawnEmbedded(folder)
		expect(await first.said).toBe('started false')
		const pid = await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
		process.kill(Number.parseInt(pid, 10), 'SIGKILL')
		await first.kill()
		const heir = await startEmbedded(folder, 4)
		expect(heir.adopted).toBe(false)
		await heir.stop()
	})

	it('the embedded PostgreSQL starts although the lock files of a killed one name a thread of this process', async () => {
		const first = spawnEmbedded(folder)
		expect(await first.said).toBe('started false')
		const paths = [join(folder, 'postgres', 'postmaster.pid'), join(folder, 'socket', '.s.PGSQL.5432.lock')]
		const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
		const killed = Number.parseInt(texts[0] ?? '', 10)
		process.kill(killed, 'SIGKILL')
		await first.kill()
		await expect.poll(() => isRunning(killed)).toBe(false)
		await expect.poll(() => orphansOf(join(folder, 'postgres'))).toEqual([])
		const thread = (await readdir('/proc/self/task')).find((id) => id !== String(process.pid))
		for (const [index, path] of paths.entries())
			await writeFile(path, (texts[index] ?? '').replace(/^\d+/, thread ?? ''))
		const heir = await startEmbedded(folder, 4, { bounds: { starts: 1 } })
		expect(heir.adopted).toBe(false)
		await heir.stop()
	})

	it('two simultaneous starts on an empty folder create one cluster', async () => {
		const empty = join(folder, 'two')
		const other = spawnEmbedded(empty)
		const [server, joined] = await Promise.all([other.said, startEmbedded(empty, 4, { purpose: 'join' })])
		expect(['started false', 'started true', expect.stringContaining('Another')]).toContainEqual(server)
		await joined.stop()
		await other.kill()
		const heir = await startEmbedded(empty, 4)
		await heir.stop()
	})

	it('a data directory whose path is too long for a socket is reported', async () => {
		await expect(startEmbedded(join(folder, 'x'.repeat(100)), 4)).rejects.toThrow('Choose a shorter one')
	})
})
