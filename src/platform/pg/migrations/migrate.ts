import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { setLoginPassword } from '#platform/pg/login-role.ts'
import { buildIndexes } from './build-indexes.ts'
import { createMissingPolicies, limitedOwner } from './limited-owner.ts'
import { adoptHistory, beforeFiles, createHistory, noteApplied } from './migrate-queries.ts'
import { defaultWait, type LockWait, withMigrationLock } from './migration-lock.ts'
import { readSchemaFiles, type SchemaFiles } from './schema-files.ts'
import { namesIn, planSchema, type SchemaPlan } from './schema-plan.ts'
import { applySteps, type StepOptions } from './steps/apply-steps.ts'
import { apply } from './steps/apply-text.ts'
import { makeMissing, replace } from './steps/definitions.ts'
import { dropFormer } from './steps/former-functions.ts'
import { pauseBetween } from './steps/repeat-until-free.ts'
import { lockTimes } from './steps/take-locks.ts'

/** Options of a migration of a database that is in use: its first steps, and its waiting. */
export type MigrateOptions = Partial<LockWait> &
	Partial<StepOptions> & {
		/** Runs under the lock before the first of so many files of db/migrations, unless the database is new. A failure ends all. */
		prepare?: (next: { migrations: number; version: string }) => Promise<void>
		/** Names of the only files of db/migrations that are applied to a new database: for rows of an earlier version, before a second call. */
		only?: readonly string[]
	}

/**
 * Brings a database up to date, one process at a time: the baseline into an empty one in one transaction; else each new migration in a
 * transaction of its own, which takes its locks in one order and is tried again while they are not free, and then new and changed functions and views.
 * Indexes that are missing are built after it. A database that is up to date is only read: no lock is taken.
 * @param folder db/
 * @returns the names applied now
 * @throws Error when an applied file was edited, the database is newer or too old, or a lock is never free; migrations before it stay
 */
export async function migrate(owner: pg.ClientConfig, folder: string, options: MigrateOptions = {}): Promise<string[]> {
	const all = await readSchemaFiles(folder)
	const { only } = options
	const files = only ? { ...all, migrations: all.migrations.filter(({ name }) => only.includes(name)) } : all
	const settings = { ...owner, application_name: 'plaudit-migrate' }
	return withClient(settings, async (client) => {
		const isCurrent = isEmpty(await planSchema(client, files))
		const names = isCurrent
			? []
			: await withMigrationLock(settings, options, (requireLock) => bringUpToDate(client, files, options, requireLock))
		if (!only) await buildIndexes(client, folder)
		await createMissingPolicies(client, options)
		await setLoginPassword(owner, client)
		await dropFormer(client, options)
		return names
	})
}

async function bringUpToDate(
	client: pg.Client,
	files: SchemaFiles,
	options: MigrateOptions,
	requireLock: () => Promise<void>,
): Promise<string[]> {
	// Another process may have applied it meanwhile.
	const plan = await planSchema(client, files)
	const isUsed = plan.schema.length === 0
	// An interrupted update has no way back: its copy is from before it.
	if (isUsed && plan.migrations.length > 0 && plan.begun.length === 0)
		await options.prepare?.({ migrations: plan.migrations.length, version: files.version })
	if (isEmpty(plan)) return []
	if (isUsed && !plan.adopts) {
		const steps = { ...defaultWait, times: lockTimes, pause: pauseBetween, ...options }
		await applySteps(client, files, steps, requireLock)
	} else await applyAtOnce(client, plan, files, options.only !== undefined)
	return namesIn(plan)
}

function isEmpty(plan: SchemaPlan): boolean {
	return namesIn(plan).length + plan.removed.length + plan.begun.length === 0
}

/**
 * Applies everything in one transaction, to a database that is new or of the old numbering. A function or view that is missing is made as
 * soon as what it names exists; one that is there is replaced after all migrations.
 */
async function applyAtOnce(client: pg.Client, plan: SchemaPlan, files: SchemaFiles, isEarlier: boolean): Promise<void> {
	await client.query('begin')
	try {
		await apply(client, 'the list of migrations', plan.adopts ? adoptHistory : createHistory)
		await client.query(beforeFiles)
		const limited = await limitedOwner(client)
		await limited?.allowCreation()
		let waiting = plan.definitions
		for (const { name, text } of [...plan.schema, ...plan.migrations]) {
			waiting = await makeMissing(client, waiting)
			await apply(client, `db/${name}`, text, limited)
			await limited?.allowCreation()
		}
		// Functions of this version may need what the missing migrations make.
		const later = await makeMissing(client, waiting)
		if (!isEarlier)
			for (const definition of later) await replace(client, definition, plan.present.includes(definition.name))
		await limited?.finish()
		const made = plan.definitions.filter((definition) => !isEarlier || !later.includes(definition))
		const noted = [...(plan.adopts ? files.schema : plan.schema), ...plan.migrations, ...made]
		await client.query(noteApplied, [
			noted.map(({ name }) => name),
			noted.map(({ checksum }) => checksum),
			files.version,
		])
		await client.query('commit')
	} catch (error) {
		await client.query('rollback').catch(() => {})
		throw error
	}
}
