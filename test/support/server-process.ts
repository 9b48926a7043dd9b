import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findPostmaster, signal } from '#platform/pg/engine/postgres-processes.ts'
import { copyMigratedCluster } from './postgres/migrated-cluster.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Program of every server that is started here: the sources, or the compiled program that the bench measures. */
const serverProgram = process.env.SERVER_PROGRAM ?? 'src/server/main.ts'
/** The same flags as `npm start`. */
export const serverFlags = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8']

/** Where a server answers and keeps its data. */
export type ServerAddress = { url: string; dataDir: string }

export type Server = ServerAddress & {
	/** Id of the server process, not of PostgreSQL. */
	readonly pid: number
	/** The end of its output since it was last started. */
	output(): string
	/** Simulates a crash: nothing is drained, and PostgreSQL keeps running. */
	kill(): Promise<void>
	/** Starts again on the same port and data. */
	restart(): Promise<void>
	/** Resolves with the exit code when the process has ended. */
	ended(): Promise<number | null>
	/**
	 * Stops it by SIGTERM and keeps its data.
	 * @returns its exit code
	 */
	end(): Promise<number | null>
	stop(): Promise<void>
}

export type StartOptions = {
	/** The folder of the sources, when it is another version. Its data directory is empty. */
	checkout?: string
	/** Leaves the data directory empty, for tests of the very first start. */
	isFirstStart?: boolean
}

/**
 * Starts the program as a user does, on a free port with a new data directory. The embedded database in it is already
 * migrated, which halves the time; keys and everything else are made by the start.
 */
export async function startServer(
	env: Record<string, string> = {},
	{ checkout = root, isFirstStart = false }: StartOptions = {},
): Promise<Server> {
	const dataDir = await mkdtemp(join(tmpdir(), 'plaudit-run-'))
	const isExternal = 'DATABASE_URL' in { ...process.env, ...env }
	if (!isExternal && !isFirstStart && checkout === root) await copyMigratedCluster(dataDir)
	const start = (port: string) => launch({ SUBMIT_MIN_SECONDS: '0', PORT: port, ...env, DATA_DIR: dataDir }, checkout)
	let { child, url, output } = await start('0').catch(async (error) => {
		await rm(dataDir, { recursive: true, force: true })
		throw error
	})
	return {
		url,
		dataDir,
		get pid() {
			return child.pid ?? 0
		},
		output: () => output(),
		async kill() {
			child.kill('SIGKILL')
			await ended(child)
		},
		ended: () => ended(child),
		end() {
			child.kill('SIGTERM')
			return ended(child)
		},
		async restart() {
			// A server behind a proxy has the URL of the proxy, and a port in its settings.
			const port = new URL(url).port
			;({ child, output } = await start(port))
		},
		async stop() {
			child.kill('SIGTERM')
			await ended(child)
			// PostgreSQL outlives a server that was killed.
			const postmaster = findPostmaster(join(dataDir, 'postgres'))
			if (postmaster) signal(postmaster, 'SIGQUIT')
			await rm(dataDir, { recursive: true, force: true })
		},
	}
}

/**
 * Runs the command line against a server's data, with additional settings.
 * @returns its output
 */
export async function plaudit(
	server: ServerAddress,
	args: string[],
	settings: Record<string, string> = {},
): Promise<string> {
	const env = {
		...process.env,
		SITE_URL: server.url,
		PORT: new URL(server.url).port,
		...settings,
		DATA_DIR: server.dataDir,
	}
	const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', ...args], { cwd: root, env })
	let output = ''
	let errors = ''
	child.stdout.on('data', (chunk) => {
		output += chunk
	})
	child.stderr.on('data', (chunk) => {
		errors += chunk
	})
	const code = await new Promise((resolve) => child.on('close', resolve))
	if (code !== 0) throw new Error(`plaudit ${args.join(' ')} ended with ${code}: ${errors}${output}`)
	return output
}

/** Runs the program with settings that it refuses. @returns its exit code and all that it printed */
export async function runToItsEnd(env: Record<string, string>): Promise<{ code: number | null; output: string }> {
	const settings = { ...process.env, LOG_LEVEL: 'warn', NODE_ENV: 'production', ...env }
	const child = spawn('node', [...serverFlags, serverProgram], { cwd: root, env: settings })
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			output += chunk
		})
	const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
	return { code, output }
}

async function launch(
	env: Record<string, string>,
	checkout: string,
): Promise<{ child: ChildProcess; url: string; output(): string }> {
	// A test that is killed leaves no server behind.
	const followed = { PLAUDIT_LAUNCHERS: String(process.pid) }
	const settings = { ...process.env, LOG_LEVEL: 'warn', NODE_ENV: 'production', ...followed, ...env }
	const child = spawn('node', [...serverFlags, serverProgram], { cwd: checkout, env: settings })
	let output = ''
	const url = await new Promise<string>((resolve, reject) => {
		const read = (chunk: Buffer) => {
			output = (output + chunk).slice(-100_000)
			const ready = /ready at (\S+)/.exec(output)?.[1]
			if (ready) resolve(ready)
		}
		child.stdout.on('data', read)
		child.stderr.on('data', read)
		child.on('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
	})
	return { child, url, output: () => output }
}

function ended(child: ChildProcess): Promise<number | null> {
	return new Promise((resolve) => {
		if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode)
		child.on('exit', resolve)
	})
}
