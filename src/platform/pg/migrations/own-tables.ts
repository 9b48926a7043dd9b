import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { requireFolder } from '#platform/config/require-folder.ts'
import { withClient } from '#platform/pg/connections.ts'
import { followSchemaChanges } from './limited-owner.ts'
import { applyOwnMigrations, compareOwnMigrations, type OwnMigrations } from './own-migrations.ts'
import { syncOwnTablesGrant } from './own-tables-grant.ts'

/** The folder of the operator's own migrations. */
export function ownMigrationsFolder({ OWN_MIGRATIONS, DATA_DIR }: Config): string {
	return OWN_MIGRATIONS ?? join(DATA_DIR, 'migrations')
}

/**
 * Compares the operator's own migrations with the database.
 * @throws Error when OWN_MIGRATIONS names no folder, or a file was changed after it was applied
 */
export async function readOwnTables(config: Config, owner: pg.ClientConfig): Promise<OwnMigrations> {
	const folder = ownMigrationsFolder(config)
	if (config.OWN_MIGRATIONS) await requireFolder('OWN_MIGRATIONS', folder)
	return compareOwnMigrations(owner, folder)
}

/**
 * Grants as OWN_TABLES_GRANT says, then applies the operator's own migrations, over a database that is up to date.
 * @returns the names applied by this call, and what the operator should know
 * @throws Error with the one line that says which file was changed or failed, and where
 */
export async function openOwnTables(
	config: Config,
	owner: pg.ClientConfig,
): Promise<{ applied: string[]; warnings: string[] }> {
	const { pending, missing } = await readOwnTables(config, owner)
	const isWhole = await syncOwnTablesGrant(owner, config.OWN_TABLES_GRANT)
	const warnings = missing.map(
		(name) =>
			`the own migration ${name} was applied and is no longer in ${ownMigrationsFolder(config)}; what it made stays`,
	)
	if (!isWhole)
		warnings.push(
			config.OWN_TABLES_GRANT === 'supabase'
				? 'OWN_TABLES_GRANT: the owner of the database is no superuser, so tables in public are not granted; those in app are'
				: 'OWN_TABLES_GRANT: the owner of the database may not drop the event triggers own_tables_known and own_tables_grant, so new tables in public are granted to every role; drop them as a superuser',
		)
	const applied = await applyOwnMigrations(owner, pending)
	if (applied.length > 0) await withClient(owner, followSchemaChanges)
	return { applied, warnings }
}
