import { stat } from 'node:fs/promises'
import { cliConfig, withDatabase, withOwner } from '#cli/with-deps.ts'
import { ownMigrationsFolder, readOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { findOpenRelations, readGrantTriggers } from './check-own-tables-queries.ts'

/** Checks the operator's own migrations. */
export function checkOwnMigrations(): Promise<string> {
	return withDatabase(async ({ owner }, config) => {
		const { applied, pending, missing } = await readOwnTables(config, owner)
		const folder = ownMigrationsFolder(config)
		await requireNotWorldWritable(folder)
		if (missing.length > 0)
			throw new Error(
				`${missing.join(', ')}: applied, and no longer in ${folder}. Put the files back: a new installation would lack what they made.`,
			)
		if (applied.length + pending.length === 0) return `none in ${folder}`
		const waiting = pending.map(({ name }) => name).join(', ')
		return `${applied.length} applied of ${folder}${waiting && `; the next start applies ${waiting}`}`
	})
}

/** Migrations run as the owner of the database. */
async function requireNotWorldWritable(folder: string): Promise<void> {
	const found = await stat(folder).catch(() => undefined)
	if (found && found.mode & 0o002) throw new Error(`${folder} can be written to by everybody. Run: chmod o-w ${folder}`)
}

/** `kind` is pg_class.relkind. */
type OpenRelation = { name: string; kind: string; byAnon: boolean }

/** Checks row-level security of the tables that callers have rights on. */
export async function checkOwnTables(): Promise<string> {
	const { REST_SCHEMAS, OWN_TABLES_GRANT } = cliConfig()
	return withOwner(async (client) => {
		const { rows: state } = await client.query(readGrantTriggers)
		if (!state[0].isThere) return 'none yet'
		const { rows } = await client.query<OpenRelation>(findOpenRelations, [REST_SCHEMAS])
		if (rows.length > 0) throw new Error(rows.map(describeOpen).join(' '))
		const granting = describeGrant(OWN_TABLES_GRANT, state[0].hasTrigger)
		return state[0].opensApp === false
			? `${granting}; the schema app is the operator's, usage is not granted to callers`
			: granting
	})
}

function describeGrant(setting: string, hasTrigger: boolean): string {
	const isGranting = setting === 'supabase'
	if (!isGranting && hasTrigger)
		throw new Error(
			`OWN_TABLES_GRANT=${setting}, but new tables in public are granted to every role. Restart, or as a superuser run: drop event trigger own_tables_known; drop event trigger own_tables_grant;`,
		)
	if (isGranting !== hasTrigger)
		return `OWN_TABLES_GRANT=${setting} takes effect at the next start, in public only for a superuser`
	return isGranting
		? 'row-level security guards all; new ones are granted to anon, authenticated and service_role'
		: 'row-level security guards all; new ones are granted to no role'
}

function describeOpen({ name, kind, byAnon }: OpenRelation): string {
	const callers = byAnon ? 'everybody who has the anon key' : 'every account'
	if (kind === 'v')
		return `The view ${name} is open to ${callers} and passes by row-level security. Run: alter view ${name} set (security_invoker = on);`
	if (kind === 'm' || kind === 'f')
		return `The ${kind === 'm' ? 'materialized view' : 'foreign table'} ${name} is open to ${callers} and cannot have row-level security. Run: revoke all on ${name} from anon, authenticated;`
	return `The table ${name} has no row-level security and is open to ${callers}. Run: alter table ${name} enable row level security; and add policies.`
}
