import { execFileSync, spawn } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
const at = (...names: string[]) => join(folder, ...names)

/** Starts the command line as a user does. */
function start(args: string[], settings: Record<string, string>) {
	const env = { ...process.env, DATABASE_URL: '', ...settings }
	const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', ...args], { cwd: root, env })
	let output = ''
	for (const stream of [child.stdout, child.stderr])
		stream.on('data', (chunk) => {
			output += chunk
		})
	const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
		child.on('close', (code) => resolve({ code, output })),
	)
	return { child, ended }
}
const run = (args: string[], settings: Record<string, string>) => start(args, settings).ended

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-cut-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	const server = await startEmbedded(at('data'), 4)
	await migrate(server.owner, schemaFolder)
	await server.stop()
	await mkdir(at('data', 'storage', 'ab'), { recursive: true })
	await writeFile(at('data', 'storage', 'ab', 'photo'), 'a photo')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a restore that is killed does not start, and the same command restores everything', async () => {
	const target = { BACKUP_TARGET: at('target') }
	expect(await run(['backup'], { ...target, DATA_DIR: at('data') })).toMatchObject({ code: 0 })
	const settings = { ...target, DATA_DIR: at('other') }
	const first = start(['restore'], settings)
	const isUnpacking = () =>
		stat(at('other', 'postgres.restoring', 'postgres', 'base')).then(
			() => true,
			() => false,
		)
	await expect.poll(isUnpacking, { timeout: 60_000, interval: 5 }).toBe(true)
	first.child.kill('SIGKILL')
	await first.ended
	const refused = await run(['sql', '-c', 'select 1'], settings)
	expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('was not restored to the end') })
	expect(await run(['restore'], settings)).toMatchObject({
		code: 0,
		output: expect.stringContaining('Start Plaudit now.'),
	})
	expect(await run(['sql', '-c', 'select count(*) from public.spaces'], settings)).toMatchObject({ code: 0 })
	expect(await readdir(at('other', 'storage', 'ab'))).toEqual(['photo'])
})

// Only root may mount a file system that is full.
it.runIf(process.getuid?.() === 0)('a full target is named with its remedy, and keeps no half file', async () => {
	await mkdir(at('full'))
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', at('full')])
	try {
		const { code, output } = await run(['backup'], { BACKUP_TARGET: at('full'), DATA_DIR: at('data') })
		expect(code).toBe(1)
		expect(output.trim()).toBe(
			`BACKUP_TARGET (${at('full')}) is full: free space there, keep fewer backups with BACKUP_KEEP, or name another folder.`,
		)
		expect(await readdir(at('full'))).toEqual([])
	} finally {
		execFileSync('umount', [at('full')])
	}
	const found = await run(['doctor'], { BACKUP_TARGET: at('full'), DATA_DIR: at('data') })
	expect(found.output).toContain(`The last backup failed: BACKUP_TARGET (${at('full')}) is full`)
})
