import type pg from 'pg'
import { quoteIdentifier } from '#platform/pg/identifiers.ts'
import { splitStatements } from '#platform/pg/scripts/split-statements.ts'
import {
	allowCreation,
	attributesOf,
	callerRoles,
	createExtensions,
	createPolicies,
	endCreation,
	findMissingPolicies,
	followChanges,
	functionOwners,
	readEventTriggers,
	readOwnerRights,
	readRoleGaps,
	requiredRoles,
} from './limited-owner-queries.ts'
import { type LockWait, lockMigrations } from './migration-lock.ts'

type OwnerRights = {
	name: string
	isSuperuser: boolean
	canCreateRoles: boolean
	inherits: boolean
	canCreateSchemas: boolean
	canCreateInPublic: boolean
	database: string
	version: number
}
type RoleGaps = { missing: string[]; ungranted: string[]; unheld: string[] }

/**
 * Statements of applied files that an owner without superuser may not run, and what runs in their place. `prepareRoles` has made
 * the memberships, and policies stand for BYPASSRLS.
 */
export const replacements: ReadonlyMap<string, string> = new Map([
	['alter role service_role bypassrls;', 'null;'],
	['alter role product_door bypassrls;', 'null;'],
	[`grant ${callerRoles.join(', ')} to plaudit_login;`, ''],
])

/** Applies files as an owner that is no superuser. */
export type LimitedOwner = {
	/** Runs a file statement by statement; before each that reads or writes rows, every table gets its policies. */
	apply(text: string): Promise<void>
	/** Lets functions and views of schemas that exist now be given to their owner. */
	allowCreation(): Promise<void>
	/** Ends what was allowed for the time of a migration. */
	finish(): Promise<void>
}

/**
 * Prepares roles and rights for an owner that is no superuser, within the transaction of the migrations.
 * @returns nothing for a superuser, to whom files are applied as they are
 * @throws Error that names what is missing and the command that prints the statements for the administrator
 */
export async function limitedOwner(client: pg.Client): Promise<LimitedOwner | undefined> {
	const { rows } = await client.query<OwnerRights>(readOwnerRights)
	const rights = rows[0] as OwnerRights
	if (rights.isSuperuser) return undefined
	await prepareRoles(client, rights)
	return {
		async apply(text) {
			for (const { text: statement, words } of statementsOf(text)) {
				if (touchesRows(words)) await client.query(createPolicies)
				await client.query(statement)
			}
		},
		async allowCreation() {
			await client.query(allowCreation)
		},
		async finish() {
			await client.query(createExtensions)
			await client.query(createPolicies)
			await client.query(endCreation)
		},
	}
}

/**
 * Gives tables that the operator made the policies that stand for BYPASSRLS. Nothing is locked when none is missing.
 */
export async function createMissingPolicies(client: pg.Client, wait?: Partial<LockWait>): Promise<void> {
	const { rows } = await client.query<{ isMissing: boolean }>(findMissingPolicies)
	if (!rows[0]?.isMissing) return
	await client.query('begin')
	await lockMigrations(client, wait)
	await client.query(createPolicies)
	await client.query('commit')
}

/** Does after the operator's statements what event triggers do, which only a superuser can create. */
export async function followSchemaChanges(client: pg.Client): Promise<void> {
	const { rows } = await client.query<{ areMissing: boolean }>(readEventTriggers)
	if (!rows[0]?.areMissing) return
	await createMissingPolicies(client)
	await client.query(followChanges)
}

function statementsOf(text: string) {
	let allowed = text
	for (const [from, to] of replacements) allowed = allowed.replace(from, to)
	const { statements, rest } = splitStatements(allowed)
	return rest ? [...statements, rest] : statements
}

const touchesRows = ([first = '']: readonly string[]) =>
	['select', 'insert', 'update', 'delete', 'with', 'do', 'merge'].includes(first)

/** Creates missing roles and memberships as far as the owner may. Roles belong to the whole server. */
async function prepareRoles(client: pg.Client, rights: OwnerRights): Promise<void> {
	let gaps = await readGaps(client)
	if (rights.canCreateRoles) {
		for (const role of gaps.missing) await attempt(client, `create role ${role} ${attributesOf(role)}`)
		gaps = await readGaps(client)
		for (const role of gaps.ungranted) await attempt(client, `grant ${role} to plaudit_login`)
		const option = rights.version >= 160_000 ? ' with inherit true, set true' : ''
		for (const role of gaps.unheld) await attempt(client, `grant ${role} to ${quoteIdentifier(rights.name)}${option}`)
		gaps = await readGaps(client)
	}
	const problems = [
		...(gaps.missing.length > 0 ? [`the roles ${gaps.missing.join(', ')} are missing`] : []),
		...(gaps.ungranted.length > 0 ? [`plaudit_login is no member of ${gaps.ungranted.join(', ')}`] : []),
		...(gaps.unheld.length > 0 ? [`it does not hold ${gaps.unheld.join(', ')}`] : []),
		...(rights.canCreateSchemas ? [] : [`it may not create schemas in the database ${rights.database}`]),
		...(rights.canCreateInPublic ? [] : ['it may not create in the schema public']),
	]
	if (problems.length === 0) return
	throw new Error(
		`The user ${rights.name} of DATABASE_URL cannot migrate: ${problems.join('; ')}. ` +
			'Run the statements that "plaudit roles" prints as an administrator of the database.',
	)
}

async function readGaps(client: pg.Client): Promise<RoleGaps> {
	const { rows } = await client.query<RoleGaps>(readRoleGaps, [requiredRoles, callerRoles, functionOwners])
	return rows[0] as RoleGaps
}

/** A statement that fails for lack of rights, or because another database's migration made the role, leaves a gap that is reported. */
async function attempt(client: pg.Client, text: string): Promise<void> {
	await client.query('savepoint role')
	try {
		await client.query(text)
	} catch (error) {
		if (!['42501', '42710', '23505', '0LP01'].includes((error as pg.DatabaseError).code ?? '')) throw error
		await client.query('rollback to savepoint role')
	}
	await client.query('release savepoint role')
}
