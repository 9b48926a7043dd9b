import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { findPostmaster } from '#platform/pg/engine/postgres-processes.ts'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const people = 2000
let database: TestDatabase
let folder: string
let env: Record<string, string | undefined>
beforeAll(async () => {
	database = await createTestDatabase()
	folder = await mkdtemp(join(tmpdir(), 'plaudit-moving-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	const { host, port, user, password = '', database: name } = database.owner
	const DATABASE_URL = `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`
	env = { ...process.env, DATABASE_URL, DATA_DIR: join(folder, 'data') }
	await asOwner(
		database,
		"insert into auth.users (id, aud, role, email) select gen_random_uuid(), 'authenticated', 'authenticated', n || '@moving.example' from generate_series(1, $1::int) n",
		[people],
	)
})
afterAll(async () => {
	await database.drop()
	await rm(folder, { recursive: true, force: true })
})

/** Starts a move back, whose output is an exit code or a signal and all that it printed. */
function moveBack() {
	const args = ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', 'move', '--to', 'embedded', '--json']
	const child = spawn('node', args, { cwd: root, env })
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			output += chunk
		})
	const ended = new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) =>
		child.on('close', (code, signal) => resolve({ code, signal, output })),
	)
	return { kill: (signal: NodeJS.Signals) => child.kill(signal), ended }
}

/** Stops a move by a signal while it waits for a writer, when its new PostgreSQL runs. */
async function interrupt(signal: NodeJS.Signals) {
	const writer = new pg.Client(database.owner)
	await writer.connect()
	await writer.query("begin; update auth.users set role = 'authenticated'")
	const move = moveBack()
	const waiting = `select pid from pg_stat_activity
		where datname = current_database() and application_name = 'plaudit-move' and wait_event_type = 'Lock'`
	await expect.poll(() => asOwner(database, waiting)).toHaveLength(1)
	move.kill(signal)
	const ended = await move.ended
	await writer.end()
	return ended
}
const cluster = () => join(folder, 'data', 'postgres.moving', 'postgres')

it('a move that a signal ends stops the PostgreSQL that it started', async () => {
	expect((await interrupt('SIGTERM')).code).toBe(143)
	expect(findPostmaster(cluster())).toBeUndefined()
	expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
})

it('a move that is killed leaves no database in place, and the next one begins again and completes it', async () => {
	expect((await interrupt('SIGKILL')).signal).toBe('SIGKILL')
	expect(findPostmaster(cluster())).toEqual(expect.any(Number))
	expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
	const { code, output } = await moveBack().ended
	expect([code, output]).toEqual([0, expect.stringContaining('"name":"auth.users"')])
	expect(JSON.parse(output).tables).toContainEqual({ name: 'auth.users', rows: people, hash: expect.any(String) })
	expect(await readdir(join(folder, 'data'))).toEqual(['postgres'])
	const server = await startEmbedded(join(folder, 'data'), 4)
	const count = 'select count(*)::int as count from auth.users'
	expect(await asOwner({ owner: server.owner, drop: async () => {} }, count)).toEqual([{ count: people }])
	await server.stop()
})
