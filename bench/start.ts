import { spawn } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
import { postmasterOf } from '#test/support/postgres/postmaster.ts'
import { type Server, startServer } from '#test/support/server-process.ts'
import { atMost, type Figure, plain, quantile } from './figure.ts'
import { memoryOf } from './processes.ts'

/** Measures the time until the first response, and the idle cost. */
export async function measureStart(server: Server): Promise<Figure[]> {
	await server.kill()
	const started = performance.now()
	await server.restart()
	const afterKill = performance.now() - started
	const external = await measureExternal(server)

	const first = performance.now()
	const fresh = await startServer({}, { isFirstStart: true })
	const firstStart = performance.now() - first
	// Garbage of the start is collected before the idle measurement.
	await new Promise((resolve) => setTimeout(resolve, 15_000))
	const node = await memoryOf(fresh.pid, false)
	const postgres = await memoryOf(await postmasterOf(fresh.dataDir), true)
	const warm = await medianStart(fresh)
	await fresh.end()
	const shell = await measureShell(fresh.dataDir)
	await fresh.stop()
	return [
		atMost('ready, empty data directory (initdb included)', firstStart, 'ms', 3000),
		atMost('ready, schema present, DATABASE_URL', external, 'ms', 600),
		atMost('ready, schema present, embedded', warm, 'ms', 1500),
		plain('the same by npm start', shell, 'ms'),
		atMost('ready after kill -9', afterKill, 'ms', 5000),
		atMost('idle memory, server process (PSS)', node, 'MiB', 110),
		atMost('idle memory, PostgreSQL (PSS)', postgres, 'MiB', 60),
	]
}

/** Median time of five starts over the same data, in milliseconds from spawn to the line that reports readiness. */
async function medianStart(server: Server): Promise<number> {
	const times: number[] = []
	for (let i = 0; i < 5; i++) {
		await server.end()
		const started = performance.now()
		await server.restart()
		times.push(performance.now() - started)
	}
	return quantile(times, 0.5)
}

/** Starts over a separate database in the other server's PostgreSQL, as with an operator's external database. */
async function measureExternal({ dataDir }: Server): Promise<number> {
	const socket = join(dataDir, 'socket')
	const admin = new pg.Client({ host: socket, user: 'postgres', database: 'postgres' })
	await admin.connect()
	await admin.query('drop database if exists bench_start with (force)')
	await admin.query("create database bench_start encoding 'UTF8' template template0")
	const server = await startServer({
		DATABASE_URL: `postgres://postgres@localhost:5432/bench_start?host=${socket}`,
	})
	try {
		return await medianStart(server)
	} finally {
		await server.stop()
		await admin.query('drop database bench_start with (force)')
		await admin.end()
	}
}

/**
 * Measures the time that an operator waits for `npm start`: npm, the checks of dependencies and build, and the start
 * itself.
 */
async function measureShell(dataDir: string): Promise<number> {
	const env = { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn' }
	const started = performance.now()
	// npm does not forward signals, so the process gets its own group.
	const child = spawn('npm', ['start'], {
		env,
		detached: true,
		stdio: ['ignore', 'pipe', 'ignore'],
	})
	const ended = new Promise((resolve) => child.once('close', resolve))
	let output = ''
	await new Promise<void>((resolve) =>
		child.once('close', resolve).stdout.on('data', (chunk) => {
			output += chunk
			if (/ready at/.test(output)) resolve()
		}),
	)
	const time = performance.now() - started
	if (child.pid) process.kill(-child.pid, 'SIGTERM')
	await ended
	return time
}
