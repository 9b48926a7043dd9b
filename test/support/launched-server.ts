import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { childrenOf, isRunning } from '#platform/pg/engine/postgres-processes.ts'
import { freePort } from './http/free-port.ts'
import { copyMigratedCluster } from './postgres/migrated-cluster.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** A process and all its descendants. */
const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

/** A server that npm, a shell or a script of `bootstrap` starts, over a migrated database in a data directory of its own. */
export class LaunchedServer {
	/** The process that was started first. */
	launcher!: ChildProcess
	readonly folder: string
	private readonly port: number

	private constructor(folder: string, port: number) {
		this.folder = folder
		this.port = port
	}

	static async prepare(): Promise<LaunchedServer> {
		const folder = await mkdtemp(join(tmpdir(), 'plaudit-npm-'))
		await copyMigratedCluster(folder)
		return new LaunchedServer(folder, await freePort())
	}

	/** Resolves when the server is ready, with all processes that belong to it. */
	async start(
		command: readonly string[],
		env: Record<string, string> = {},
	): Promise<{ server: number; all: number[] }> {
		this.launcher = this.launch(command, env, 'ignore')
		await expect.poll(this.readiness).toBe(200)
		const server = await this.pid()
		return { server, all: [...treeOf(this.launcher.pid ?? 0), ...treeOf(server)] }
	}

	/** Runs a command that ends by itself. @returns its exit code and its errors */
	async runToItsEnd(
		command: readonly string[],
		env: Record<string, string>,
	): Promise<{ code: unknown; errors: string }> {
		const launcher = this.launch(command, env, 'pipe')
		let errors = ''
		launcher.stderr?.on('data', (chunk) => {
			errors += chunk
		})
		const code = await new Promise((resolve) => launcher.on('close', resolve))
		return { code, errors }
	}

	readonly readiness = () =>
		fetch(`http://127.0.0.1:${this.port}/ready`).then(
			({ status }) => status,
			() => 0,
		)

	/** Id of the server process; 0 without one. */
	async pid(): Promise<number> {
		return (await queryOwner(join(this.folder, 'socket')))?.pid ?? 0
	}

	async wasCheckpointed(): Promise<boolean> {
		return (await readFile(join(this.folder, 'postgres.log'), 'utf8')).trimEnd().endsWith('is shut down')
	}

	async stop(): Promise<void> {
		const server = await this.pid()
		if (server) process.kill(server, 'SIGTERM')
		await expect.poll(() => server > 0 && isRunning(server)).toBe(false)
		await rm(this.folder, { recursive: true, force: true })
	}

	private launch([program = '', ...args]: readonly string[], env: Record<string, string>, stderr: 'ignore' | 'pipe') {
		// A server would follow the npm that runs the tests, too.
		const { npm_lifecycle_script: _, ...inherited } = process.env
		const settings = { DATA_DIR: this.folder, PORT: String(this.port), LOG_LEVEL: 'warn' }
		return spawn(program, args, {
			cwd: root,
			env: { ...inherited, ...settings, ...env },
			stdio: ['ignore', 'ignore', stderr],
			detached: true,
		})
	}
}
