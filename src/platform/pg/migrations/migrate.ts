import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { setLoginPassword } from '#platform/pg/login-role.ts'
import { buildIndexes } from './build-indexes.ts'
import { createMissingPolicies, type LimitedOwner, limitedOwner } from './limited-owner.ts'
import {
	adoptHistory,
	beforeFiles,
	createHistory,
	findFunctions,
	findMissing,
	forgetApplied,
	makeFunctions,
	noteApplied,
	readMadeFunctions,
	setFunctions,
} from './migrate-queries.ts'
import { type LockWait, lockMigrations } from './migration-lock.ts'
import { type Migration, readSchemaFiles, type SchemaFiles } from './schema-files.ts'
import { namesIn, planSchema, type SchemaPlan } from './schema-plan.ts'

/** What a migration of a database that is in use begins with. */
export type MigrateOptions = Partial<LockWait> & {
	/** Runs under the lock before the first of so many files of db/migrations, unless the database is new. A failure ends all. */
	prepare?: (next: { migrations: number; version: string }) => Promise<void>
	/** Names of the only files of db/migrations that are applied: for rows of an earlier version, before a second call. */
	only?: readonly string[]
}

/**
 * Brings a database up to date in one transaction, one process at a time: the baseline into an empty one, new migrations, new and
 * changed functions. Indexes that are missing are built after it. A database that is up to date is only read: no lock is taken.
 * @param folder db/
 * @returns the names applied now
 * @throws Error when an applied file was edited, the database is newer or too old, or the lock is never free
 */
export async function migrate(owner: pg.ClientConfig, folder: string, options: MigrateOptions = {}): Promise<string[]> {
	const all = await readSchemaFiles(folder)
	const { only } = options
	const files = only ? { ...all, migrations: all.migrations.filter(({ name }) => only.includes(name)) } : all
	return withClient({ ...owner, application_name: 'plaudit-migrate' }, async (client) => {
		const names = isEmpty(await planSchema(client, files)) ? [] : await bringUpToDate(client, files, options)
		if (!only) await buildIndexes(client, folder)
		await createMissingPolicies(client, options)
		await setLoginPassword(owner, client)
		return names
	})
}

async function bringUpToDate(client: pg.Client, files: SchemaFiles, options: MigrateOptions): Promise<string[]> {
	await client.query('begin')
	try {
		await lockMigrations(client, options)
		// Another process may have applied it meanwhile.
		const plan = await planSchema(client, files)
		const isUsed = plan.schema.length === 0
		if (isUsed && plan.migrations.length > 0)
			await options.prepare?.({ migrations: plan.migrations.length, version: files.version })
		if (!isEmpty(plan)) await applyPlan(client, plan, files, options.only !== undefined)
		await client.query('commit')
		return namesIn(plan)
	} catch (error) {
		await client.query('rollback').catch(() => {})
		throw error
	}
}

function isEmpty(plan: SchemaPlan): boolean {
	return namesIn(plan).length + plan.removed.length === 0
}

/** A function that is missing is made as soon as what it names exists; one that is there is replaced after all migrations. */
async function applyPlan(client: pg.Client, plan: SchemaPlan, files: SchemaFiles, isEarlier: boolean): Promise<void> {
	await apply(client, 'the list of migrations', plan.adopts ? adoptHistory : createHistory)
	await client.query(beforeFiles)
	const limited = await limitedOwner(client)
	await limited?.allowCreation()
	let functions = plan.functions
	for (const { name, text } of [...plan.schema, ...plan.migrations]) {
		functions = await makeMissing(client, functions)
		await apply(client, `db/${name}`, text, limited)
		await limited?.allowCreation()
	}
	// Functions of this version may need what the missing migrations make.
	const later = await makeMissing(client, functions)
	if (!isEarlier) for (const one of later) await replace(client, one, plan.present.includes(one.name))
	await limited?.finish()
	await client.query(forgetApplied, [plan.removed])
	const made = plan.functions.filter((one) => !isEarlier || !later.includes(one))
	const noted = [...(plan.adopts ? files.schema : plan.schema), ...plan.migrations, ...made]
	await client.query(noteApplied, [noted.map(({ name }) => name), noted.map(({ checksum }) => checksum), files.version])
}

type MadeFunctions = { made?: string[]; failed?: { name: string; code: string; message: string } }

/** @returns those that exist already, and those that have to wait for something */
async function makeMissing(client: pg.Client, functions: readonly Migration[]): Promise<Migration[]> {
	const { rows } = await client.query(findMissing, [functions.map(({ name }) => name)])
	const missing = new Set(rows.map(({ name }) => name))
	const wanted = functions.filter(({ name }) => missing.has(name)).map(({ name, text }) => ({ name, text }))
	if (wanted.length === 0) return [...functions]
	await client.query(setFunctions, [JSON.stringify(wanted)])
	await client.query(makeFunctions)
	const read = await client.query<{ outcome: string }>(readMadeFunctions)
	const { made = [], failed }: MadeFunctions = JSON.parse(read.rows[0]?.outcome ?? '{}')
	if (failed) throw failure(`db/${failed.name}`, failed)
	return functions.filter(({ name }) => !made.includes(name))
}

type Overload = { signature: string; isWritten: boolean; revoke: string | null }

/**
 * Replaces a function; its file alone says who may execute it.
 * @param isOurs false for one that has to be new
 * @throws Error when it has other parameters or another result, or was there before Plaudit
 */
async function replace(client: pg.Client, { name, text }: Migration, isOurs: boolean) {
	const find = async () => (await client.query<Overload>(findFunctions, [name])).rows
	const before = await find()
	const drops = before.map(({ signature }) => `drop function ${signature};`).join(' ')
	const advice = isOurs
		? `A function with other parameters or another result is a new one: a file in db/migrations has to drop the old one first, with: ${drops}`
		: 'This function was there before Plaudit: rename it'
	const put = () => apply(client, `db/${name}`, text, undefined, { '42P13': advice })
	await put()
	const written = (await find()).find(({ isWritten }) => isWritten)
	const isNew = !before.some(({ signature }) => signature === written?.signature)
	if (before.length > 0 && isNew === isOurs) throw new Error(`db/${name} failed. ${advice}`)
	if (!written?.revoke) return
	await client.query(written.revoke)
	await put()
}

async function apply(
	client: pg.Client,
	what: string,
	text: string,
	limited?: LimitedOwner,
	advice: Record<string, string> = {},
): Promise<void> {
	try {
		await (limited ? limited.apply(text) : client.query(text))
		// What is checked at the end of a transaction fails under the name of its file.
		await client.query('set constraints all immediate')
	} catch (error) {
		throw failure(what, error, advice)
	}
}

function failure(what: string, cause: unknown, advice: Record<string, string> = {}): Error {
	const { message, code = '' } = cause as pg.DatabaseError
	const known: Record<string, string> = {
		...advice,
		'42501':
			'The user of DATABASE_URL lacks a right: "plaudit roles" prints what an administrator of the database grants',
	}
	return new Error(`${what} failed: ${message}${known[code] ? `. ${known[code]}` : ''}`, { cause })
}
