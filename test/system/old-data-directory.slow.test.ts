import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { applyOldNumbering } from '#test/support/postgres/old-numbering.ts'
import { asOwner } from '#test/support/test-database.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

describe('a data directory of the old numbering', () => {
	let folder: string
	const at = (...names: string[]) => join(folder, ...names)
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), "plaudit's old ä%41 $HOME "))
		await chmod(folder, 0o711)
	})
	afterAll(() => rm(folder, { recursive: true, force: true }))

	/** Creates a data directory of an earlier version, with a migration of the operator. */
	async function make(name: string, most: number): Promise<void> {
		const server = await startEmbedded(at(name), 4)
		await applyOldNumbering(server.owner, most)
		await server.stop()
		await mkdir(at(name, 'migrations'))
		await writeFile(at(name, 'migrations', '001.sql'), 'create table app.notes (id int)')
	}

	/** Runs the command line as an operator does. */
	function plaudit(name: string, ...args: string[]) {
		const flags = ['--disable-warning=ExperimentalWarning', 'src/cli/main.ts', ...args]
		// The default port may be in use on the developer's machine.
		const env = { PATH: process.env.PATH ?? '', DATA_DIR: at(name), PORT: '0' }
		return new Promise<{ code: number; said: string }>((resolve) => {
			const child = execFile('node', flags, { cwd: root, env }, (_, stdout, stderr) =>
				resolve({ code: child.exitCode ?? -1, said: stdout + stderr }),
			)
		})
	}

	it('plaudit migrate adopts a data directory of the old numbering, also one restored from a backup', async () => {
		await make('last', 60)
		expect((await plaudit('last', 'backup', at('copy'))).code).toBe(0)
		expect((await plaudit('restored', 'restore', at('copy'))).code).toBe(0)
		const plan = await plaudit('restored', 'migrate', '--plan')
		expect(plan.said).toMatch(/To be applied:\n( {2}migrations\/\S+\n)* {2}functions\/auth\/begin_guess\.sql/)
		const { code, said } = await plaudit('restored', 'migrate', '--json')
		expect(said).toContain('was copied to')
		const { applied, own } = JSON.parse(said.split('\n')[0] ?? '')
		expect([code, applied.length > 100, own]).toEqual([0, true, ['001.sql']])
		expect((await plaudit('restored', 'migrate')).said).toBe('The database is up to date.\n')
		const user = await plaudit('restored', 'user', 'create', '--email', 'ada@example.com')
		expect(user.code).toBe(0)
		const server = await startEmbedded(at('restored'), 4)
		const profiles = 'select count(*)::int as profiles from public.profiles'
		const database = { owner: server.owner, drop: async () => {} }
		expect(await asOwner(database, profiles)).toEqual([{ profiles: 1 }])
		await server.stop()
	})

	it('an old data directory without its last migration is refused by migrate, doctor and start, and not changed', async () => {
		await make('earlier', 59)
		const refusal = 'is not at its last migration, 0165_dropped_address.sql (it has 59 of 60'
		for (const args of [['migrate'], ['start']]) {
			const { code, said } = await plaudit('earlier', ...args)
			expect([args, code, said]).toEqual([args, 1, expect.stringContaining(refusal)])
		}
		expect((await plaudit('earlier', 'doctor')).said).toContain(refusal)
		const server = await startEmbedded(at('earlier'), 4)
		const database = { owner: server.owner, drop: async () => {} }
		const state = "select count(*)::int as applied, to_regclass('app.notes') as own from plaudit.migrations"
		expect(await asOwner(database, state)).toEqual([{ applied: 59, own: null }])
		await server.stop()
	})
})
