import { migrationsFolder, openDatabase } from '#server/database.ts'
import { migrate } from '#server/pg/migrate.ts'
import { cliConfig } from './open.ts'
import { flag, readOptions } from './read-options.ts'

/** Applies what is pending and names it. */
export async function run(args: string[]): Promise<number> {
	const { json } = readOptions(args, { json: flag })
	const database = await openDatabase(cliConfig(), 'visit')
	try {
		const applied = await migrate(database.owner, migrationsFolder)
		if (json) console.log(JSON.stringify({ applied }))
		else if (applied.length > 0) console.log(`Applied:\n  ${applied.join('\n  ')}`)
		else console.log('The database is up to date.')
		return 0
	} finally {
		await database.stop()
	}
}
