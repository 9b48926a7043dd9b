import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { applyOldNumbering, copyBaseline, editedSince } from '#test/support/postgres/old-numbering.ts'

/**
 * Compares pg_dump's output of the baseline and the old migrations, except comments and order, and of an adopted and
 * a new database, including comments. Run by `tools/on-postgres15.ts`, because pg_dump must have the server's
 * version.
 */
const server = parseDatabaseUrl(process.env.TEST_DATABASE_URL ?? '')
const admin = new pg.Client(server)
await admin.connect()
const named = (database: string) => ({ ...server, database })
for (const database of ['old', 'fresh']) await admin.query(`create database ${database}`)
await applyOldNumbering(named('old'))
const baseline = await mkdtemp(join(tmpdir(), 'plaudit-baseline-'))
await copyBaseline(baseline)
await migrate(named('fresh'), baseline)
const before = dump('old').map(withoutComments)
const after = dump('fresh').map(withoutComments)
const isEdited = (object: string) => editedSince.some((name) => object.includes(` FUNCTION ${name}(`))
const hasFailed = [differs('the old migrations', before, after)]
// Migrations after the baseline.
for (const database of ['old', 'fresh']) await migrate(named(database), schemaFolder)
hasFailed.push(differs('an adopted database', dump('old'), dump('fresh')))
for (const database of ['old', 'fresh']) await admin.query(`drop database ${database} with (force)`)
await admin.end()
await rm(baseline, { recursive: true })
process.exit(hasFailed.includes(true) ? 1 : 0)

/** One entry per object, sorted by name, because grants have no order. */
function dump(database: string): string[] {
	const { host = '', port = 5432, user = '', password = '' } = server
	const env = { ...process.env, PGPASSWORD: String(password) }
	const flags = ['--schema-only', '-h', host, '-p', String(port), '-U', user, database]
	const text = execFileSync('pg_dump', flags, { env, encoding: 'utf8', maxBuffer: 1e8 })
	return text
		.replaceAll(/^\\(un)?restrict .*$/gm, '')
		.replaceAll(/^SET default_table_access_method.*$/gm, '')
		.split(/^--\n-- (?=Name: )/m)
		.slice(1)
		.map((object) => {
			const lines = object.split('\n').filter((line) => line && line !== '--')
			return (/^Name: .*; Type: (DEFAULT )?ACL;/.test(object) ? lines.sort() : lines).join('\n')
		})
		.sort()
}

function withoutComments(object: string): string {
	return object.replaceAll(/^\s*--.*\n/gm, '')
}

function differs(what: string, before: string[], after: string[]): boolean {
	const isOld = what === 'the old migrations'
	// The migrator records its own list of applied migrations.
	const isExpected = (object: string) => isOld && (object.includes('TABLE plaudit.migrations (') || isEdited(object))
	const only = (here: string[], there: string[]) =>
		here.filter((object) => !there.includes(object) && !isExpected(object))
	const differences = [
		...only(before, after).map((object) => `only of ${what}: ${object}`),
		...only(after, before).map((object) => `only of the baseline: ${object}`),
	]
	console.log(`${what}: ${after.length} objects, ${differences.length} differences`)
	for (const difference of differences) console.log(difference)
	return differences.length > 0 || after.length < 500
}
