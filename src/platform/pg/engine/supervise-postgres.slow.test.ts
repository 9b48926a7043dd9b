import { mkdtemp, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { spawnEmbedded } from '#test/support/postgres/embedded-process.ts'
import { postmasterOf, queryPostgres } from '#test/support/postgres/postmaster.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { queryOwner } from './owner-socket.ts'
import { childrenOf, isRunning } from './postgres-processes.ts'

/** A smart shutdown refuses connections until the last client has left, which looks stuck from outside. */
async function makeStuck(folder: string): Promise<{ pid: number; leave: () => Promise<void> }> {
	const client = new pg.Client({ host: join(folder, 'socket'), user: 'postgres' })
	client.on('error', () => {})
	await client.connect()
	const pid = await postmasterOf(folder)
	process.kill(pid, 'SIGTERM')
	await expect.poll(() => queryPostgres(folder, 'select 1').catch(String)).toContain('shutting down')
	return { pid, leave: () => client.end().catch(() => {}) }
}

describe('a PostgreSQL that this process owns', () => {
	let folder: string
	let server: Embedded
	const said: string[] = []
	const write = (...words: unknown[]) => said.push(String(words.at(-1)))
	const log = { info: write, warn: write, error: write }
	beforeEach(async () => {
		said.length = 0
		folder = await mkdtemp(join(tmpdir(), 'plaudit-pg-'))
	})
	afterEach(async () => {
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	})

	it('an owned PostgreSQL is restarted each time its postmaster is killed', async () => {
		server = await startEmbedded(folder, 4, { log })
		for (let kill = 0; kill < 2; kill++) {
			const pid = await postmasterOf(folder)
			process.kill(pid, 'SIGKILL')
			await expect.poll(() => said).toContain('PostgreSQL was started again')
			expect(await postmasterOf(folder)).not.toBe(pid)
			expect(await queryPostgres(folder, 'select 1 as alive')).toEqual([{ alive: 1 }])
			said.length = 0
		}
		expect(server.isAlive()).toBe(true)
	})

	it('a second server is still refused after a backend crashed', async () => {
		server = await startEmbedded(folder, 4, { log })
		const [backend] = await queryPostgres<{ pid: number }>(
			folder,
			"select pid from pg_stat_activity where application_name = 'plaudit-owner'",
		)
		process.kill(backend?.pid ?? 0, 'SIGKILL')
		await expect.poll(() => said).toContain('PostgreSQL has recovered')
		await expect(startEmbedded(folder, 4)).rejects.toThrow('Another Plaudit already runs on')
		const joined = await startEmbedded(folder, 4, { purpose: 'join' })
		await joined.stop()
		expect(await queryPostgres(folder, 'select 1 as alive')).toEqual([{ alive: 1 }])
	})

	it('an owned PostgreSQL is restarted when it refuses connections for too long', async () => {
		server = await startEmbedded(folder, 4, { log, bounds: { probeEvery: 20, stuck: 100 } })
		const { pid, leave } = await makeStuck(folder)
		await expect.poll(() => said).toContain('PostgreSQL was started again')
		await leave()
		expect(isRunning(pid)).toBe(false)
		expect(await queryPostgres(folder, 'select 1 as alive')).toEqual([{ alive: 1 }])
	})

	it('an owned PostgreSQL counts as failed after several failed starts, and its owner answers meanwhile', async () => {
		server = await startEmbedded(folder, 4, { log, bounds: { restarts: 4, pause: 1, absent: 0 } })
		const control = join(folder, 'postgres', 'global', 'pg_control')
		await rename(control, `${control}.away`)
		process.kill(await postmasterOf(folder), 'SIGKILL')
		await expect.poll(() => queryOwner(join(folder, 'socket'))).toEqual({ pid: process.pid, state: 'recovering' })
		await expect.poll(() => server.isAlive()).toBe(false)
		expect((await server.failed).message).toContain('PostgreSQL did not start. Its log is')
		expect(said.filter((line) => line.startsWith('PostgreSQL did not start;'))).toHaveLength(3)
		expect(await server.stop()).toBe(false)
		await rename(`${control}.away`, control)
		server = await startEmbedded(folder, 4)
	})

	it('a command does not start a second PostgreSQL while the owned one is down', async () => {
		server = await startEmbedded(folder, 4, {
			log,
			bounds: { pause: 600_000, longestPause: 600_000 },
		})
		const control = join(folder, 'postgres', 'global', 'pg_control')
		await rename(control, `${control}.away`)
		process.kill(await postmasterOf(folder), 'SIGKILL')
		await expect.poll(() => said).toContainEqual(expect.stringContaining('tried again'))
		const began = await readFile(join(folder, 'postgres.log'), 'utf8')
		await rename(`${control}.away`, control)
		await expect(startEmbedded(folder, 4, { purpose: 'join' })).rejects.toThrow(
			`The server runs (process ${process.pid}, recovering) and its PostgreSQL does not take connections.`,
		)
		expect(await readFile(join(folder, 'postgres.log'), 'utf8')).toBe(began)
	})

	it('an owned PostgreSQL is stopped step by step, and an unclean stop is reported', async () => {
		const stop = { recovering: 100, SIGINT: 100, SIGQUIT: 100, SIGKILL: 30_000 }
		server = await startEmbedded(folder, 4, { log, bounds: { stop } })
		const pid = await postmasterOf(folder)
		const children = childrenOf(pid)
		process.kill(pid, 'SIGSTOP')
		expect(await server.stop()).toBe(false)
		expect(said).toEqual([
			'stopping PostgreSQL (fast shutdown)',
			'PostgreSQL did not end; stopping it without a checkpoint (immediate shutdown)',
			'PostgreSQL did not end; killing it and its children',
		])
		expect(children.length).toBeGreaterThan(3)
		await expect.poll(() => [pid, ...children].filter(isRunning)).toEqual([])
		server = await startEmbedded(folder, 4)
		expect(await server.stop()).toBe(true)
		server = await startEmbedded(folder, 4)
	})
})

it('a PostgreSQL whose start is aborted at once does not keep running', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-pg-'))
	const path = join(folder, 'postgres.log')
	const abort = new AbortController()
	const given = expect(startEmbedded(folder, 4, { abort: abort.signal })).rejects.toThrow('given up')
	await expect.poll(() => stat(path).catch(() => undefined), { interval: 1 }).toBeDefined()
	abort.abort(new Error('given up'))
	await given
	await expect(postmasterOf(folder)).rejects.toThrow('ENOENT')
	const log = await readFile(path, 'utf8')
	expect(log).toContain('starting PostgreSQL')
	expect(log).toContain('database system is shut down')
	await rm(folder, { recursive: true, force: true })
})

it('a start aborted during initdb rejects with the reason and starts no PostgreSQL', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'plaudit-pg-'))
	const abort = new AbortController()
	const given = expect(startEmbedded(folder, 4, { abort: abort.signal })).rejects.toThrow('given up')
	const fresh = join(folder, `postgres.new-${process.pid}`)
	await expect.poll(() => stat(fresh).catch(() => undefined), { interval: 1 }).toBeDefined()
	abort.abort(new Error('given up'))
	await given
	expect(await queryOwner(join(folder, 'socket'))).toBeUndefined()
	const server = await startEmbedded(folder, 4)
	expect(await server.stop()).toBe(true)
	await rm(folder, { recursive: true, force: true })
})

describe('a PostgreSQL that an earlier server left behind', () => {
	it('an adopted PostgreSQL is restarted when it refuses connections for too long', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'plaudit-pg-'))
		const killed = spawnEmbedded(folder)
		await killed.said
		await killed.kill()
		const { pid, leave } = await makeStuck(folder)
		const server = await startEmbedded(folder, 4, { bounds: { stuck: 100 } })
		expect([server.adopted, isRunning(pid)]).toEqual([false, false])
		await leave()
		await server.stop()
		await rm(folder, { recursive: true, force: true })
	})
})
