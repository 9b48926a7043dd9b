import { readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isRunning } from '#platform/pg/engine/postgres-processes.ts'
import { LaunchedServer, root } from '#test/support/launched-server.ts'

/** Simulates an older Node.js, which cannot replace its own process. */
const withoutExecve = { NODE_OPTIONS: '--import=data:text/javascript,process.execve=null' }

let launched: LaunchedServer
beforeEach(async () => {
	launched = await LaunchedServer.prepare()
})
afterEach(() => launched.stop())

it.each([
	['npm start', 'SIGKILL', ['npm', 'start'], {}],
	['npm start on an older Node.js', 'SIGTERM', ['npm', 'start'], withoutExecve],
	['npm start on an older Node.js', 'SIGKILL', ['npm', 'start'], withoutExecve],
	['start.mjs on an older Node.js', 'SIGTERM', ['node', 'bootstrap/start.mjs'], withoutExecve],
	['start.mjs on an older Node.js', 'SIGKILL', ['node', 'bootstrap/start.mjs'], withoutExecve],
	['npm run dev', 'SIGTERM', ['npm', 'run', 'dev'], {}],
	['npm run dev', 'SIGKILL', ['npm', 'run', 'dev'], {}],
] as const)('server and PostgreSQL end when %s gets %s', async (_, signal, command, env) => {
	const { all } = await launched.start(command, env)
	expect(all.length).toBeGreaterThan(5)
	launched.launcher.kill(signal)
	await expect.poll(() => all.filter(isRunning)).toEqual([])
	expect(await launched.wasCheckpointed()).toBe(true)
})

it('a server outlives the shell that ran "nohup node bootstrap/start.mjs &"', async () => {
	const { server } = await launched.start(['sh', '-c', 'nohup node bootstrap/start.mjs &'])
	expect(launched.launcher.exitCode).toBe(0)
	expect(isRunning(server)).toBe(true)
})

it('a server without a terminal ignores SIGHUP', async () => {
	const { server } = await launched.start(['sh', '-c', `npm start > ${launched.folder}/output 2>&1 &`])
	const parent = await parentOf(server)
	// The shell was the leader of the process group of npm and the server.
	process.kill(-(launched.launcher.pid ?? 0), 'SIGHUP')
	await expect.poll(() => isRunning(parent)).toBe(false)
	await expect.poll(() => readFile(join(launched.folder, 'output'), 'utf8')).toContain('SIGHUP is ignored')
	expect(await launched.readiness()).toBe(200)
})

it('npm run dev restarts the server when one of its files changes', async () => {
	const { server, all } = await launched.start(['npm', 'run', 'dev'])
	await utimes(join(root, 'src/server/main.ts'), new Date(), new Date())
	await expect.poll(() => isRunning(server)).toBe(false)
	await expect.poll(launched.readiness).toBe(200)
	const next = await launched.pid()
	expect(next).not.toBe(server)
	launched.launcher.kill('SIGTERM')
	await expect.poll(() => [...all, next].filter(isRunning)).toEqual([])
})

async function parentOf(pid: number): Promise<number> {
	return Number(/^PPid:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1])
}
