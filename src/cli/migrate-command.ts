import { migrateDatabase } from '#platform/backups/migrate-database.ts'
import type { Config } from '#platform/config/config.ts'
import { type Database, schemaFolder } from '#platform/pg/engine/open-database.ts'
import { describeEffects } from '#platform/pg/migrations/migration-effects.ts'
import { openOwnTables, readOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { namesIn, readPending } from '#platform/pg/migrations/schema-plan.ts'
import { flag, printResult, readOptions } from './read-options.ts'
import { withDatabase } from './with-deps.ts'

/** Applies and prints pending migrations: Plaudit's, then the operator's own. */
export async function run(args: string[]): Promise<number> {
	const { json, plan } = readOptions(args, { json: flag, plan: flag })
	return withDatabase(async (database, config) => {
		const { found, text } = await (plan ? readPlan : apply)(config, database)
		return printResult(json, found, text)
	})
}

async function apply(config: Config, database: Database) {
	const applied = await migrateDatabase(database, config, console.error)
	const own = await openOwnTables(config, database.owner)
	for (const warning of own.warnings) console.error(`Warning: ${warning}.`)
	const text = list({ Applied: applied, 'Applied of your own': own.applied })
	return { found: { applied, own: own.applied }, text }
}

async function readPlan(config: Config, { owner }: Database) {
	const { plan, indexes, effects } = await readPending(owner, schemaFolder)
	const pending = namesIn(plan)
	const { missing, ...compared } = await readOwnTables(config, owner)
	const own = { pending: compared.pending.map(({ name }) => name), missing }
	const text = list({
		'To be applied': pending,
		'Indexes to be built': indexes,
		'To be applied of your own': own.pending,
		'Applied, and no longer in the folder': missing,
	})
	return { found: { pending, indexes, effects, own }, text: [text, ...describeEffects(effects)].join('\n') }
}

function list(groups: Record<string, string[]>): string {
	const lines = Object.entries(groups).flatMap(([title, names]) =>
		names.length > 0 ? [`${title}:\n  ${names.join('\n  ')}`] : [],
	)
	return lines.join('\n') || 'The database is up to date.'
}
