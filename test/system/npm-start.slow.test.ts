import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { childrenOf, isRunning } from '#platform/pg/engine/postgres-processes.ts'
import { freePort } from '#test/support/http/free-port.ts'

const root = new URL('../..', import.meta.url).pathname
/** Simulates an older Node.js, which cannot replace its own process. */
const withoutExecve = { NODE_OPTIONS: '--import=data:text/javascript,process.execve=null' }

/** A process and all its descendants. */
const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

describe('a server started through other processes', () => {
	let folder: string
	let port: number
	let started: ChildProcess
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'plaudit-npm-'))
		port = await freePort()
	})
	afterEach(async () => {
		const server = (await queryOwner(join(folder, 'socket')))?.pid
		if (server) process.kill(server, 'SIGTERM')
		await expect.poll(() => (server ? isRunning(server) : false)).toBe(false)
		await rm(folder, { recursive: true, force: true })
	})

	/** Resolves when the server is ready, with all processes that belong to it. */
	async function run(command: string[], env: Record<string, string> = {}): Promise<{ server: number; all: number[] }> {
		const settings = { DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'warn' }
		const [program = '', ...args] = command
		started = spawn(program, args, {
			cwd: root,
			env: { ...process.env, ...settings, ...env },
			stdio: 'ignore',
			detached: true,
		})
		await expect.poll(readiness).toBe(200)
		const server = (await queryOwner(join(folder, 'socket')))?.pid ?? 0
		return { server, all: [...treeOf(started.pid ?? 0), ...treeOf(server)] }
	}
	const readiness = () =>
		fetch(`http://127.0.0.1:${port}/ready`).then(
			({ status }) => status,
			() => 0,
		)
	const wasCheckpointed = async () =>
		(await readFile(join(folder, 'postgres.log'), 'utf8')).trimEnd().endsWith('is shut down')

	it.each([
		['npm start', 'SIGTERM', ['npm', 'start'], {}],
		['npm start', 'SIGKILL', ['npm', 'start'], {}],
		['npm start on an older Node.js', 'SIGTERM', ['npm', 'start'], withoutExecve],
		['npm start on an older Node.js', 'SIGKILL', ['npm', 'start'], withoutExecve],
		['start.mjs on an older Node.js', 'SIGTERM', ['node', 'bootstrap/start.mjs'], withoutExecve],
		['start.mjs on an older Node.js', 'SIGKILL', ['node', 'bootstrap/start.mjs'], withoutExecve],
		['npm run dev', 'SIGTERM', ['npm', 'run', 'dev'], {}],
		['npm run dev', 'SIGKILL', ['npm', 'run', 'dev'], {}],
	] as const)('server and PostgreSQL end when %s gets %s', async (_, signal, command, env) => {
		const { all } = await run([...command], env)
		expect(all.length).toBeGreaterThan(5)
		started.kill(signal)
		await expect.poll(() => all.filter(isRunning)).toEqual([])
		expect(await wasCheckpointed()).toBe(true)
	})

	it.each([
		['npm start &', 'npm start &'],
		['nohup node bootstrap/start.mjs &', 'nohup node bootstrap/start.mjs &'],
	])('a server outlives the shell that ran "%s"', async (_, line) => {
		const { server } = await run(['sh', '-c', line])
		expect(started.exitCode).toBe(0)
		expect(isRunning(server)).toBe(true)
	})

	it('a server without a terminal ignores SIGHUP', async () => {
		const { server } = await run(['sh', '-c', `npm start > ${folder}/output 2>&1 &`])
		const parent = await parentOf(server)
		// The shell was the leader of the process group of npm and the server.
		process.kill(-(started.pid ?? 0), 'SIGHUP')
		await expect.poll(() => isRunning(parent)).toBe(false)
		await expect.poll(() => readFile(join(folder, 'output'), 'utf8')).toContain('SIGHUP is ignored')
		expect(await readiness()).toBe(200)
	})

	it('npm run dev restarts the server when one of its files changes', async () => {
		const { server, all } = await run(['npm', 'run', 'dev'])
		await utimes(join(root, 'src/server/main.ts'), new Date(), new Date())
		await expect.poll(() => isRunning(server)).toBe(false)
		await expect.poll(readiness).toBe(200)
		const next = (await queryOwner(join(folder, 'socket')))?.pid ?? 0
		expect(next).not.toBe(server)
		started.kill('SIGTERM')
		await expect.poll(() => [...all, next].filter(isRunning)).toEqual([])
	})
})

async function parentOf(pid: number): Promise<number> {
	return Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}
