import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { fetchAnonKey } from '#test/support/official-client.ts'
import { queryPostgres } from '#test/support/postgres/postmaster.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
type Ended = { code: number | null; output: string }

/** Starts the program as an operator does and waits until it has ended or is ready. */
function start(env: Record<string, string>) {
	const settings = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', ...env }
	const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
		cwd: root,
		env: settings,
	})
	let output = ''
	const collect = (chunk: Buffer) => {
		output += chunk
	}
	child.stdout.on('data', collect)
	child.stderr.on('data', collect)
	const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output })))
	const ready = new Promise<string>((resolve, reject) => {
		child.stdout.on('data', () => {
			const url = /ready at (\S+)/.exec(output)?.[1]
			if (url) resolve(url)
		})
		// A server that ends must fail the test with its output, not with a timeout.
		void ended.then(({ code }) => reject(new Error(`the server ended with ${code}: ${output}`)))
	})
	ready.catch(() => {})
	return { child, ended, ready }
}

async function stop(child: ChildProcess, ended: Promise<Ended>): Promise<Ended> {
	child.kill('SIGTERM')
	return ended
}

describe('operation of the server', () => {
	let folder: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-ops-'))
	})
	afterAll(() => rm(folder, { recursive: true, force: true }))

	it('a start reports every invalid setting at once', async () => {
		const { ended } = start({
			DATA_DIR: folder,
			PORT: 'eighty',
			SITE_URL: 'not-a-url',
			SIGNUP: 'maybe',
		})
		const { code, output } = await ended
		expect(code).toBe(1)
		expect(
			output
				.trim()
				.split('\n')
				.map((line) => line.split(':')[0]),
		).toEqual(['PORT', 'SITE_URL', 'SIGNUP'])
	})

	it('a start reports a port in use before it starts PostgreSQL', async () => {
		const holder = await new Promise<Server>((resolve) => {
			const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
		})
		const address = holder.address()
		const port = typeof address === 'object' && address ? address.port : 0
		const { ended } = start({ DATA_DIR: join(folder, 'taken'), PORT: String(port) })
		const { code, output } = await ended
		holder.close()
		expect([code, output.trim()]).toEqual([1, expect.stringContaining(`Port ${port} is already in use`)])
		await expect(stat(join(folder, 'taken', 'postgres'))).rejects.toThrow('ENOENT')
	})

	it('a start reports an unreachable database and a folder that cannot be written or created', async () => {
		const never = start({ DATA_DIR: '/proc/plaudit', PORT: '0' })
		expect(await never.ended).toEqual({
			code: 1,
			output: expect.stringContaining('DATA_DIR (/proc/plaudit) cannot be written to'),
		})
		const unreachable = start({
			DATA_DIR: folder,
			PORT: '0',
			DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
		})
		expect(await unreachable.ended).toEqual({
			code: 1,
			output: expect.stringContaining('DATABASE_URL cannot be used (127.0.0.1:1)'),
		})
		const file = start({ DATA_DIR: join(root, 'package.json', 'data'), PORT: '0' })
		expect(await file.ended).toEqual({
			code: 1,
			output: expect.stringContaining('cannot be written to'),
		})
	})

	it('a second server on the same data refuses to start, and the first one stops cleanly', async () => {
		const first = start({ DATA_DIR: folder, PORT: '0' })
		const url = await first.ready
		expect((await fetch(`${url}/ready`)).status).toBe(200)
		const second = start({ DATA_DIR: folder, PORT: '0' })
		expect(await second.ended).toEqual({
			code: 1,
			output: expect.stringContaining('Another Plaudit already runs on'),
		})
		expect((await fetch(`${url}/ready`)).status).toBe(200)
		expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
		const seen = { kind: 'view', path: '/seen-just-before-the-stop' }
		await fetch(`${url}/functions/v1/events`, { method: 'POST', body: JSON.stringify(seen) })
		const { code } = await stop(first.child, first.ended)
		expect(code).toBe(0)
		await expect(readFile(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
	})

	it('stopping a server during its start also stops PostgreSQL', async () => {
		const pid = join(folder, 'postgres', 'postmaster.pid')
		const starting = start({ DATA_DIR: folder, PORT: '0' })
		await expect.poll(() => stat(pid).catch(() => undefined), { interval: 1 }).toBeDefined()
		const { code, output } = await stop(starting.child, starting.ended)
		expect([code, output]).toEqual([0, expect.not.stringContaining('rror')])
		await expect(stat(pid)).rejects.toThrow('ENOENT')
	})

	it('a command that runs during the start does not prevent the server from serving', async () => {
		const first = start({ DATA_DIR: folder, PORT: '0' })
		await expect.poll(() => queryOwner(join(folder, 'socket')), { interval: 1 }).toBeDefined()
		const joined = await startEmbedded(folder, 4, { purpose: 'join' })
		const second = start({ DATA_DIR: folder, PORT: '0' })
		expect((await second.ended).output).toContain('Another Plaudit already runs on')
		expect((await fetch(`${await first.ready}/ready`)).status).toBe(200)
		await joined.stop()
		expect((await stop(first.child, first.ended)).code).toBe(0)
	})

	it('stopping a server during a migration does not wait for the migration', async () => {
		const migration = join(folder, 'migrations', '001_endless.sql')
		await mkdir(join(folder, 'migrations'))
		await writeFile(migration, 'select pg_sleep(3600)')
		const busy = start({ DATA_DIR: folder, PORT: '0' })
		const active = "select from pg_stat_activity where wait_event = 'PgSleep'"
		await expect.poll(() => queryPostgres(folder, active).catch(() => [])).toHaveLength(1)
		const { code, output } = await stop(busy.child, busy.ended)
		await rm(migration)
		expect([code, output]).toEqual([0, expect.not.stringContaining('rror')])
		await expect(stat(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
	})

	it('keys and page views survive a restart, and a damaged key file is reported plainly', async () => {
		const path = join(folder, 'keys.json')
		const before = await readFile(path, 'utf8')
		const again = start({ DATA_DIR: folder, PORT: '0' })
		expect(before).toContain(await fetchAnonKey(await again.ready))
		const owner = { host: join(folder, 'socket'), user: 'postgres', database: 'plaudit' }
		const client = new pg.Client(owner)
		await client.connect()
		const { rows } = await client.query('select path, views::int from private.page_views')
		await client.end()
		expect(rows).toEqual([{ path: '/seen-just-before-the-stop', views: 1 }])
		await stop(again.child, again.ended)
		await writeFile(path, '{"jwks":')
		const damaged = start({ DATA_DIR: folder, PORT: '0' })
		expect(await damaged.ended).toEqual({ code: 1, output: expect.stringContaining('is damaged') })
	})
})
