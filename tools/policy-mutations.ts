import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '#platform/pg/engine/embedded.ts'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'
import { migrate } from '#platform/pg/migrations/migrate.ts'
import { keyMutants } from '#test/policies/key-mutants.ts'
import { checkOwnViews } from '#test/policies/own-view-checks.ts'
import { makeWorld, openPolicyApp, type PolicyApp } from '#test/policies/policy-app.ts'
import * as catalogue from '#test/policies/policy-catalogue.ts'
import { checkRelation } from '#test/policies/policy-checks.ts'
import { publicRelations, serviceTables, tablesBehindViews } from '#test/policies/policy-matrix.ts'
import { checkFiles, checkServiceTable, checkTableBehindView } from '#test/policies/policy-services.ts'
import { publicReadMutants } from '#test/policies/public-read-mutants.ts'
import { checkSearch } from '#test/policies/search-checks.ts'
import { searchMutants } from '#test/policies/search-mutants.ts'

/**
 * Mutation test of the policy tests: drops and loosens each policy, disables row-level security and adds grants, one
 * at a time; the checks must detect each. Run: `node tools/policy-mutations.ts`, or with a
 * part of their descriptions for some of them. Exits 1 when one is missed.
 */
type Mutant = { what: string; table: string; sql: string; byService?: boolean }

/** Stands for a table in mutants that are detected by searching. */
const searchName = 'search_testimonials'

const folder = await mkdtemp(join(tmpdir(), 'plaudit-mutations-'))
const server = await startEmbedded(folder, 20)
const admin = new pg.Client({ ...server.owner, database: 'postgres' })
await admin.connect()
const template = { ...server.owner, database: 'mutation_template' }
await admin.query('create database mutation_template')
await migrate(template, schemaFolder)
await makeWorld(template)

const [wanted = ''] = process.argv.slice(2)
const mutants = (await listMutants()).filter(({ what }) => what.includes(wanted))
const missed: string[] = []
for (const [index, mutant] of mutants.entries()) {
	const isFound = await withClone(`mutant_${index}`, (database) => isDetected(database, mutant))
	if (!isFound) missed.push(mutant.what)
	process.stdout.write(isFound ? '.' : '!')
}
await admin.end()
await server.stop()
await rm(folder, { recursive: true, force: true })
console.log(`\ndetected ${mutants.length - missed.length}/${mutants.length}`)
for (const what of missed) console.log(`missed: ${what}`)
process.exit(missed.length > 0 ? 1 : 0)

async function listMutants(): Promise<Mutant[]> {
	const client = new pg.Client(template)
	await client.connect()
	const policies = await client.query<{ t: string; policy: string; roles: string; cmd: string }>(
		`select schemaname || '.' || tablename as t, policyname as policy, array_to_string(roles, ',') as roles, cmd
		from pg_policies where schemaname <> 'kept' order by 1, 2`,
	)
	const ofSearch = (await searchMutants(client)).map(({ what, sql }) => ({ what, table: searchName, sql }))
	const ofPublicReads = await publicReadMutants(client)
	const ofKeys = await keyMutants(client)
	await client.end()
	const dropped = policies.rows.map(({ t, policy, roles }) => ({
		what: `drop policy ${policy} on ${t}`,
		table: t,
		sql: `drop policy ${policy} on ${t}`,
		byService: roles === 'service_role',
	}))
	const loosened = policies.rows
		// A looser `using` of an update changes nothing: its `with check` still applies to every resulting row.
		.filter(({ roles, cmd }) => roles.includes('authenticated') && cmd !== 'UPDATE')
		.map(({ t, policy, cmd }) => ({
			what: `let ${policy} on ${t} admit everything`,
			table: t,
			sql: `alter policy ${policy} on ${t} ${cmd === 'INSERT' ? 'with check (true)' : 'using (true)'}`,
		}))
	const tables = [...new Set(policies.rows.map(({ t }) => t))]
	const opened = tables.map((t) => ({
		what: `disable row level security on ${t}`,
		table: t,
		sql: `alter table ${t} disable row level security`,
	}))
	const granted = tables
		.filter((t) => t.startsWith('public.'))
		.flatMap((t) =>
			['select', 'insert', 'update', 'delete'].map((right) => ({
				what: `grant ${right} on ${t} to anon`,
				table: t,
				sql: `grant ${right} on ${t} to anon`,
			})),
		)
	return [...dropped, ...loosened, ...opened, ...granted, ...ofSearch, ...ofPublicReads, ...ofKeys]
}

async function withClone<T>(name: string, work: (database: pg.ClientConfig) => Promise<T>) {
	await admin.query(`create database ${name} template mutation_template`)
	try {
		return await work({ ...server.owner, database: name })
	} finally {
		await admin.query(`drop database ${name} with (force)`)
	}
}

async function isDetected(database: pg.ClientConfig, mutant: Mutant): Promise<boolean> {
	const client = new pg.Client(database)
	await client.connect()
	await client.query(mutant.sql)
	// A role with BYPASSRLS does not need its policy, but an external server may have no such role.
	if (mutant.byService) await client.query('alter role service_role nobypassrls')
	await client.end()
	const bench = await openPolicyApp(database).catch((error: { code?: string }) => {
		if (error.code !== '42501') throw error
	})
	// A refusal while the services open also counts as detection.
	if (!bench) return true
	try {
		return (await findings(bench, mutant.table)).length > 0
	} finally {
		if (mutant.byService) await bench.owner.query('alter role service_role bypassrls')
		await bench.close()
	}
}

/** Callers' requests are checked first; the catalogue check is the fallback for mutants without visible effect. */
async function findings(bench: PolicyApp, table: string): Promise<string[]> {
	if (table === searchName) return checkSearch(bench)
	const name = table.replace(/^public\./, '')
	if (name in publicRelations) {
		const seen = (await checkRelation(bench, name)).findings
		if (name === 'saved_views' && seen.length === 0) seen.push(...(await checkOwnViews(bench)))
		return seen.length > 0 ? seen : catalogue.unexpectedGrants(bench.owner)
	}
	const found = table === 'storage.objects' ? (await checkFiles(bench)).findings : []
	if (tablesBehindViews.includes(table)) found.push(...(await checkTableBehindView(bench, table)).findings)
	if (found.length === 0 && table in serviceTables) found.push(...(await checkServiceTable(bench, table)).findings)
	return found.length > 0 ? found : catalogue.tablesWithoutRls(bench.owner)
}
