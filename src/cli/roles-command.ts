import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { roleStatements } from '#platform/pg/migrations/role-statements.ts'
import { readOptions } from './read-options.ts'
import { cliConfig } from './with-deps.ts'

/** Prints the statements that prepare the roles for the owner in DATABASE_URL. Nothing is connected to. */
export async function run(args: string[]): Promise<number> {
	readOptions(args, {})
	const { DATABASE_URL, DATABASE_DIRECT_URL } = cliConfig()
	const address = DATABASE_DIRECT_URL ?? DATABASE_URL
	if (!address) throw new Error('DATABASE_URL is not set: the embedded PostgreSQL needs no prepared roles.')
	console.log(roleStatements(parseDatabaseUrl(address)))
	return 0
}
