import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveWorld, createArchiveWorld } from '#test/support/product/archive-world.ts'
import { runDueJobs } from '#test/support/run-due-jobs.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let folder: string
let from: TestApp
let to: TestApp
let world: ArchiveWorld
const at = (name: string) => join(folder, name)
const root = fileURLToPath(new URL('../..', import.meta.url))

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-archive-'))
	from = await createTestApp()
	to = await createTestApp()
	await from.deps.recordingJobs.close()
	world = await createArchiveWorld(from, 600)
	await to.person('elsewhere')
	await asOwner(to.database, 'update auth.users set email = $1', [world.ownerEmail])
})
afterAll(async () => {
	await from.close()
	await to.close()
	await rm(folder, { recursive: true, force: true })
})

/** Starts the command line over the database and the files of an app. */
function start({ deps, database }: TestApp, args: string[]) {
	const { host, port, user, password = '', database: name } = database.owner
	const env = {
		...process.env,
		DATA_DIR: deps.config.DATA_DIR,
		SITE_URL: deps.config.SITE_URL,
		DATABASE_URL: `postgres://${user}:${password}@localhost:${port}/${name}?host=${host}`,
		INIT_CWD: folder,
	}
	const child = spawn('node', ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', ...args], { cwd: root, env })
	let output = ''
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
	const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
		child.on('close', (code) => resolve({ code, output })),
	)
	return { child, ended }
}
const run = (app: TestApp, args: string[]) => start(app, args).ended

/** Whole files; what a killed process was writing is swept by the store. */
const storedFiles = async ({ deps }: TestApp) => {
	const shards = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'))
	return (await Promise.all(shards.map((shard) => deps.files.listShard(shard)))).flat().length
}
const count = async (table: string) =>
	(await asOwner<{ n: number }>(to.database, `select count(*)::int as n from ${table}`))[0]?.n

it('plaudit export writes a checked archive, and says what is wrong with its arguments', async () => {
	const made = await run(from, ['export', '--space', world.formerSlug, '--out', 'space.zip'])
	expect(made).toMatchObject({ code: 0, output: expect.stringContaining('testimonials and') })
	expect((await readdir(folder)).sort()).toEqual(['space.zip'])
	expect(await run(from, ['export', '--space', world.slug, '--out', 'space.zip'])).toMatchObject({
		code: 2,
		output: expect.stringContaining('is there already'),
	})
	expect(await run(from, ['export', '--space', 'nobody', '--out', 'other.zip'])).toMatchObject({
		code: 1,
		output: 'No form and no wall here has the slug nobody.\n',
	})
	const checked = await run(to, ['import', 'space.zip', '--check'])
	expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('The archive of Fernhill Pottery') })
	expect((await run(to, ['import', 'missing.zip'])).code).toBe(2)
	expect((await run(to, ['import', 'space.zip', '--as', 'No Slug'])).code).toBe(2)
	const json = await run(from, [
		'export',
		'--space',
		world.space_id,
		'--out',
		'small.zip',
		'--without-emails',
		'--json',
	])
	expect(JSON.parse(json.output)).toMatchObject({ space: world.space_id, file: at('small.zip') })
	expect((await stat(at('small.zip'))).size).toBeLessThan((await stat(at('space.zip'))).size)
})

it('an import that is killed half-way leaves no row, its files are removed, and it can be repeated', async () => {
	const { child, ended } = start(to, ['import', 'space.zip'])
	await expect.poll(() => storedFiles(to)).toBeGreaterThan(100)
	child.kill('SIGKILL')
	await ended
	expect([await count('public.spaces'), await count('storage.objects')]).toEqual([0, 0])
	expect(await storedFiles(to)).toBeGreaterThan(100)
	await asOwner(to.database, `update plaudit.jobs set run_at = now() where kind = 'remove_unused_files'`)
	await runDueJobs(to.deps)
	await expect.poll(() => storedFiles(to)).toBe(0)

	const imported = await run(to, ['import', 'space.zip'])
	expect(imported.output).toMatch(/^Fernhill Pottery is here: \d+ testimonials and \d+ files\.\nMembers: /)
	expect(imported.code).toBe(0)
	expect(await count('public.testimonials')).toBeGreaterThan(600)
	expect(await storedFiles(to)).toBe(await count('storage.objects'))
	// The files of an import that went well have rows, and stay.
	await asOwner(to.database, `update plaudit.jobs set run_at = now() where kind = 'remove_unused_files'`)
	await runDueJobs(to.deps)
	expect(await storedFiles(to)).toBe(await count('storage.objects'))
	expect(await run(to, ['import', 'space.zip'])).toMatchObject({
		code: 1,
		output: expect.stringContaining('is here already'),
	})
})
