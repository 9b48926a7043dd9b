import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { run as restore } from '#cli/backup/restore.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { asOwner } from '#test/support/test-database.ts'
import { migrateDatabase } from './migrate-database.ts'
import { migrationCopies, pruneMigrationCopies } from './migration-copy.ts'

let folder: string
let served: Embedded
const at = (...names: string[]) => join(folder, ...names)
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-migration-'))
	// PostgreSQL does not run as root and must be able to enter.
	await chmod(folder, 0o711)
	served = await startEmbedded(at('data'), 4)
	await mkdir(at('data', 'storage'))
	await writeFile(at('data', 'keys.json'), '{}', { mode: 0o600 })
	await writeFile(at('data', 'storage', 'photo'), 'a photo')
})
afterAll(async () => {
	vi.unstubAllEnvs()
	vi.restoreAllMocks()
	await served.stop()
	await rm(folder, { recursive: true, force: true })
})

/** Its text may be applied twice. */
const repeated = 'migrations/0047_brand_font.sql'
const forget = () => asOwner(served as never, 'delete from plaudit.migrations where name = $1', [repeated])
const isApplied = async (owner = served) =>
	(await asOwner(owner as never, 'select from plaudit.migrations where name = $1', [repeated])).length === 1
const copies = () => readdir(at('data', migrationCopies))

async function migrate(kind: 'embedded' | 'external' = 'embedded', settings: object = {}) {
	const lines: string[] = []
	const config = { DATA_DIR: at('data'), MIN_FREE_DISK_MB: 1, MIGRATION_COPY: true, ...settings }
	const applied = await migrateDatabase({ owner: served.owner, kind }, config, (line) => lines.push(line))
	return { applied, lines }
}

it('a new database is migrated without a copy', async () => {
	const { applied, lines } = await migrate()
	expect(applied).toContain(repeated)
	expect(lines).toEqual([])
	await expect(copies()).rejects.toThrow('ENOENT')
})

it('a database in use is copied before a migration, and a restore of the copy is the state before', async () => {
	await forget()
	const { applied, lines } = await migrate()
	expect(applied).toEqual([repeated])
	const [name = ''] = await copies()
	expect(lines).toEqual([expect.stringMatching(`^the database before 1 migration of .* was copied to .*/${name}$`)])
	expect((await readdir(at('data', migrationCopies, name))).sort()).toEqual(['backup.json', 'keys.json', 'postgres'])
	expect((await migrate()).lines).toEqual([])

	vi.spyOn(console, 'log').mockImplementation(() => {})
	vi.stubEnv('DATABASE_URL', '')
	vi.stubEnv('DATA_DIR', at('back'))
	expect(await restore([at('data', migrationCopies, name)])).toBe(0)
	const restored = await startEmbedded(at('back'), 4)
	expect([await isApplied(restored), await isApplied()]).toEqual([false, true])
	await restored.stop()
})

it('without room for the copy nothing is migrated, and the line names the remedy', async () => {
	await forget()
	await expect(migrate('embedded', { MIN_FREE_DISK_MB: 1_000_000_000 })).rejects.toThrow(
		/^There is no room in .* needs \d+ MiB, and \d+ MiB are free\. Nothing was migrated\. .*MIGRATION_COPY=off/,
	)
	expect(await isApplied()).toBe(false)
	expect(await copies()).toHaveLength(1)
})

it('without a copy, or with DATABASE_URL, a line says what the way back is', async () => {
	expect((await migrate('embedded', { MIGRATION_COPY: false })).lines).toEqual([
		expect.stringContaining('MIGRATION_COPY is off'),
	])
	await forget()
	expect((await migrate('external')).lines).toEqual([expect.stringContaining('the way back is a backup of before')])
	expect([await isApplied(), (await copies()).length]).toEqual([true, 1])
})

it('the newest two copies are kept, and none for longer than thirty days', async () => {
	const name = (day: string) => `2026-03-${day}T10-00-00-000Z-before-0.2.0`
	const dataDir = at('kept')
	for (const day of ['01', '02', '03']) await mkdir(at('kept', migrationCopies, name(day)), { recursive: true })
	await mkdir(at('kept', migrationCopies, 'of the operator'))
	const left = async (now: string) => {
		await pruneMigrationCopies(dataDir, new Date(now))
		return (await readdir(at('kept', migrationCopies))).sort()
	}
	expect(await left('2026-03-03T12:00:00Z')).toEqual([name('02'), name('03'), 'of the operator'])
	expect(await left('2026-04-01T12:00:00Z')).toEqual([name('03'), 'of the operator'])
	expect(await left('2026-05-01T12:00:00Z')).toEqual(['of the operator'])
	await pruneMigrationCopies(at('none'))
})
