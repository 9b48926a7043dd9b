import type { Config } from '#platform/config/config.ts'
import { type Database, schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { copyBeforeMigration } from './migration-copy.ts'

/**
 * Brings the opened database up to date, after a copy of it when it is the embedded one and has migrations to come.
 * @param say receives lines for the operator
 * @returns the names applied now
 * @throws Error as `migrate` and `copyBeforeMigration`; the database is as it was
 */
export function migrateDatabase(
	{ owner, kind }: Pick<Database, 'owner' | 'kind'>,
	config: Pick<Config, 'DATA_DIR' | 'MIN_FREE_DISK_MB' | 'MIGRATION_COPY'>,
	say: (line: string) => void,
): Promise<string[]> {
	return migrate(owner, schemaFolder, {
		async prepare({ migrations, version }) {
			const what = `${migrations} ${migrations === 1 ? 'migration' : 'migrations'}`
			if (kind === 'external')
				return say(
					`${what} of Plaudit ${version} begin: the way back is a backup of before, by "plaudit backup" or the tools of your database`,
				)
			if (!config.MIGRATION_COPY)
				return say(`MIGRATION_COPY is off: ${what} of Plaudit ${version} begin without a copy`)
			const path = await copyBeforeMigration(config, owner, version)
			say(`the database before ${what} of Plaudit ${version} was copied to ${path}`)
		},
	})
}
