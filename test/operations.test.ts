import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '#server/pg/embedded.ts'
import { askOwner } from '#server/pg/owner-socket.ts'
import { anonKeyOf } from './client.ts'
import { askPostgres } from './postmaster.ts'

const root = new URL('..', import.meta.url).pathname
type Ended = { code: number | null; said: string }

/** Starts the program as an operator does and waits until it ended or is ready. */
function start(env: Record<string, string>) {
	const settings = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', ...env }
	const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'src/server/main.ts'], {
		cwd: root,
		env: settings,
	})
	let said = ''
	const hear = (chunk: Buffer) => {
		said += chunk
	}
	child.stdout.on('data', hear)
	child.stderr.on('data', hear)
	const ended = new Promise<Ended>((resolve) =>
		child.on('close', (code) => resolve({ code, said })),
	)
	const ready = new Promise<string>((resolve) => {
		child.stdout.on('data', () => {
			const url = /ready at (\S+)/.exec(said)?.[1]
			if (url) resolve(url)
		})
	})
	return { child, ended, ready }
}

async function stop(child: ChildProcess, ended: Promise<Ended>): Promise<Ended> {
	child.kill('SIGTERM')
	return ended
}

describe('an operator', () => {
	let folder: string
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-ops-'))
	})
	afterAll(() => rm(folder, { recursive: true, force: true }))

	it('is told every wrong setting in one go', async () => {
		const { ended } = start({
			DATA_DIR: folder,
			PORT: 'eighty',
			SITE_URL: 'not-a-url',
			SIGNUP: 'maybe',
		})
		const { code, said } = await ended
		expect(code).toBe(1)
		expect(
			said
				.trim()
				.split('\n')
				.map((line) => line.split(':')[0]),
		).toEqual(['PORT', 'SITE_URL', 'SIGNUP'])
	})

	it('is told that a port is taken, before anything was started', async () => {
		const holder = await new Promise<Server>((resolve) => {
			const server = createServer().listen(0, '127.0.0.1', () => resolve(server))
		})
		const address = holder.address()
		const port = typeof address === 'object' && address ? address.port : 0
		const { ended } = start({ DATA_DIR: join(folder, 'taken'), PORT: String(port) })
		const { code, said } = await ended
		holder.close()
		expect([code, said.trim()]).toEqual([
			1,
			expect.stringContaining(`Port ${port} is already in use`),
		])
		await expect(stat(join(folder, 'taken', 'postgres'))).rejects.toThrow('ENOENT')
	})

	it('is told that a database cannot be reached, and that a folder cannot be written or made', async () => {
		const never = start({ DATA_DIR: '/proc/plaudit', PORT: '0' })
		expect(await never.ended).toEqual({
			code: 1,
			said: expect.stringContaining('DATA_DIR (/proc/plaudit) cannot be written to'),
		})
		const unreachable = start({
			DATA_DIR: folder,
			PORT: '0',
			DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
		})
		expect(await unreachable.ended).toEqual({
			code: 1,
			said: expect.stringContaining('DATABASE_URL cannot be used (127.0.0.1:1)'),
		})
		const file = start({ DATA_DIR: join(root, 'package.json', 'data'), PORT: '0' })
		expect(await file.ended).toEqual({
			code: 1,
			said: expect.stringContaining('cannot be written to'),
		})
	})

	it('starts a second server on the same data in vain, and stops the first one cleanly', async () => {
		const first = start({ DATA_DIR: folder, PORT: '0' })
		const url = await first.ready
		expect((await fetch(`${url}/ready`)).status).toBe(200)
		const second = start({ DATA_DIR: folder, PORT: '0' })
		expect(await second.ended).toEqual({
			code: 1,
			said: expect.stringContaining('Another Plaudit already runs on'),
		})
		expect((await fetch(`${url}/ready`)).status).toBe(200)
		expect((await stat(join(folder, 'keys.json'))).mode & 0o777).toBe(0o600)
		const seen = { kind: 'view', path: '/seen-just-before-the-stop' }
		await fetch(`${url}/functions/v1/events`, { method: 'POST', body: JSON.stringify(seen) })
		const { code } = await stop(first.child, first.ended)
		expect(code).toBe(0)
		await expect(readFile(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
	})

	it('stops a server that has not come up yet, and PostgreSQL with it', async () => {
		const pid = join(folder, 'postgres', 'postmaster.pid')
		const hasty = start({ DATA_DIR: folder, PORT: '0' })
		await expect.poll(() => stat(pid).catch(() => undefined), { interval: 1 }).toBeDefined()
		const { code, said } = await stop(hasty.child, hasty.ended)
		expect([code, said]).toEqual([0, expect.not.stringContaining('rror')])
		await expect(stat(pid)).rejects.toThrow('ENOENT')
	})

	it('may run a command while the server starts, and the server serves', async () => {
		const first = start({ DATA_DIR: folder, PORT: '0' })
		await expect.poll(() => askOwner(join(folder, 'socket')), { interval: 1 }).toBeDefined()
		const visitor = await startEmbedded(folder, 4, { purpose: 'visit' })
		const second = start({ DATA_DIR: folder, PORT: '0' })
		expect((await second.ended).said).toContain('Another Plaudit already runs on')
		expect((await fetch(`${await first.ready}/ready`)).status).toBe(200)
		await visitor.stop()
		expect((await stop(first.child, first.ended)).code).toBe(0)
	})

	it('stops a server while a migration runs, without waiting for its end', async () => {
		const migration = join(folder, 'migrations', '001_endless.sql')
		await mkdir(join(folder, 'migrations'))
		await writeFile(migration, 'select pg_sleep(3600)')
		const busy = start({ DATA_DIR: folder, PORT: '0' })
		const active = "select from pg_stat_activity where wait_event = 'PgSleep'"
		await expect.poll(() => askPostgres(folder, active).catch(() => [])).toHaveLength(1)
		const { code, said } = await stop(busy.child, busy.ended)
		await rm(migration)
		expect([code, said]).toEqual([0, expect.not.stringContaining('rror')])
		await expect(stat(join(folder, 'postgres', 'postmaster.pid'))).rejects.toThrow('ENOENT')
	})

	it('gets the same keys and every page view after a restart, and a plain word when their file is damaged', async () => {
		const path = join(folder, 'keys.json')
		const before = await readFile(path, 'utf8')
		const again = start({ DATA_DIR: folder, PORT: '0' })
		expect(before).toContain(await anonKeyOf(await again.ready))
		const owner = { host: join(folder, 'socket'), user: 'postgres', database: 'plaudit' }
		const client = new pg.Client(owner)
		await client.connect()
		const { rows } = await client.query('select path, views::int from private.page_views')
		await client.end()
		expect(rows).toEqual([{ path: '/seen-just-before-the-stop', views: 1 }])
		await stop(again.child, again.ended)
		await writeFile(path, '{"jwks":')
		const damaged = start({ DATA_DIR: folder, PORT: '0' })
		expect(await damaged.ended).toEqual({ code: 1, said: expect.stringContaining('is damaged') })
	})
})
