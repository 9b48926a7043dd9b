import { migrationsFolder, openDatabase } from '#server/database.ts'
import { migrate } from '#server/pg/migrate.ts'
import { cliConfig } from './open.ts'

/** Applies what is pending and names it. */
export async function run(): Promise<number> {
	const database = await openDatabase(cliConfig(), 'visit')
	try {
		const applied = await migrate(database.owner, migrationsFolder)
		console.log(
			applied.length > 0 ? `Applied:\n  ${applied.join('\n  ')}` : 'The database is up to date.',
		)
		return 0
	} finally {
		await database.stop()
	}
}
