import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepTmpdirInMemory } from '#test/support/memory-tmpdir.ts'

keepTmpdirInMemory()

/**
 * Compares the baseline's dump with the old migrations', then runs the tests on Debian's PostgreSQL 15 by
 * DATABASE_URL. Run: `node tools/on-postgres15.ts [vitest filters]`. Exits with the code of the first failure; the
 * temporary cluster ends with the run.
 */
const bin = '/usr/lib/postgresql/15/bin'
const password = 'only-for-this-run'
const isRoot = process.getuid?.() === 0
const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {}
const folder = mkdtempSync(join(tmpdir(), 'plaudit-pg15-'))
const passwordFile = join(folder, 'password')
writeFileSync(passwordFile, password)
if (isRoot) for (const path of [folder, passwordFile]) chownSync(path, idOf('-u'), idOf('-g'))

const cluster = join(folder, 'cluster')
const options = { ...user, cwd: '/', env: { LC_ALL: 'C.UTF-8' } }
execFileSync(
	join(bin, 'initdb'),
	[
		'-D',
		cluster,
		'-U',
		'postgres',
		'--auth=scram-sha-256',
		`--pwfile=${passwordFile}`,
		'--encoding=UTF8',
		'--locale=C.UTF-8',
	],
	{ ...options, stdio: 'ignore' },
)
const port = await freePort()
const settings = {
	port,
	unix_socket_directories: folder,
	listen_addresses: '127.0.0.1',
	max_connections: 200,
}
const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...flags], {
	...options,
	stdio: 'ignore',
})
let code = 1
try {
	const ready = ['-q', '-h', '127.0.0.1', '-p', String(port)]
	while (spawnSync(join(bin, 'pg_isready'), ready).status !== 0) {
		// The exit event is delivered only between two turns of the event loop.
		await new Promise((resolve) => setImmediate(resolve))
		if (server.exitCode !== null || server.signalCode !== null) throw new Error('PostgreSQL 15 did not start')
	}
	const env = {
		...process.env,
		TEST_DATABASE_URL: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
	}
	const run = (program: string, args: string[]) => spawnSync(program, args, { stdio: 'inherit', env }).status ?? 1
	code = run('node', ['--disable-warning=ExperimentalWarning', 'tools/schema-dump.ts'])
	if (code === 0) code = run('vitest', ['run', ...process.argv.slice(2)])
} finally {
	if (server.exitCode === null && server.signalCode === null) {
		const ended = new Promise((resolve) => server.once('exit', resolve))
		server.kill('SIGINT')
		await ended
	}
	rmSync(folder, { recursive: true, force: true })
}
process.exit(code)

function idOf(flag: string): number {
	return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
}

function freePort(): Promise<number> {
	return new Promise((resolve) => {
		const probe = createServer()
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address()
			probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
		})
	})
}
