import type pg from 'pg'
import { limitedOwner } from '#platform/pg/migrations/limited-owner.ts'
import { beforeFiles, forgetApplied, noteApplied } from '#platform/pg/migrations/migrate-queries.ts'
import { requireOnlyStep } from '#platform/pg/migrations/migration-lock.ts'
import type { Migration, SchemaFiles } from '#platform/pg/migrations/schema-files.ts'
import { planSchema, type SchemaPlan, unfinished } from '#platform/pg/migrations/schema-plan.ts'
import { apply } from './apply-text.ts'
import { isView, makeMissing, objectName, replace } from './definitions.ts'
import { setAside } from './former-functions.ts'
import { dropsIn, functionsOf, withoutDrops } from './functions-of-file.ts'
import { repeatUntilFree, type StepWait } from './repeat-until-free.ts'
import { locksOf } from './table-locks.ts'
import { takeLocks } from './take-locks.ts'

/** Options of the waiting of steps, and the work at the end of each, before it is committed. The last one has no file. */
export type StepOptions = StepWait & { beforeCommit?: (client: pg.Client, file?: string) => Promise<void> }

/**
 * Brings a database up to date that nodes of the version before use: each migration in a transaction of its own, then functions and views in one. What is
 * committed stays when a later step fails, and the next call goes on with the rest.
 * @param requireLock throws when another process may migrate
 */
export async function applySteps(
	client: pg.Client,
	files: SchemaFiles,
	options: StepOptions,
	requireLock: () => Promise<void>,
): Promise<void> {
	for (let isOver = false; !isOver; ) {
		await requireLock()
		let what = 'The replacement of functions and views'
		isOver = await repeatUntilFree(
			client,
			() => what,
			options,
			async () => {
				await requireOnlyStep(client)
				const plan = await planSchema(client, files)
				const [file] = plan.migrations
				if (file) what = `db/${file.name}`
				await client.query(beforeFiles)
				await (file ? applyFile(client, plan, files, file, options) : applyDefinitions(client, plan, files, options))
				await options.beforeCommit?.(client, file?.name)
				return !file
			},
		)
	}
}

/** The functions that the migration's objects call come with it, as nodes reach them from its commit on. */
async function applyFile(
	client: pg.Client,
	plan: SchemaPlan,
	files: SchemaFiles,
	file: Migration,
	{ times }: StepOptions,
): Promise<void> {
	const limited = await limitedOwner(client)
	await limited?.allowCreation()
	let waiting = await makeMissing(client, plan.definitions)
	await takeLocks(client, locksOf(file.text, files.lockOrder), times)
	await apply(client, `db/${file.name}`, withoutDrops(file.text), limited)
	await limited?.allowCreation()
	waiting = await makeMissing(client, waiting)
	const dropped = dropsOf(plan, files).map(({ name }) => name)
	const called = functionsOf(
		file,
		waiting.filter(({ name }) => !dropped.includes(objectName(name))),
	)
	for (const definition of called) await replace(client, definition, plan.present.includes(definition.name))
	await limited?.finish()
	waiting = waiting.filter((definition) => !called.includes(definition))
	const mark = { name: unfinished, checksum: JSON.stringify(begunOf(plan)) }
	await note(client, files, [mark, file, ...plan.definitions.filter((definition) => !waiting.includes(definition))])
}

async function applyDefinitions(
	client: pg.Client,
	plan: SchemaPlan,
	files: SchemaFiles,
	{ times }: StepOptions,
): Promise<void> {
	const limited = await limitedOwner(client)
	await limited?.allowCreation()
	const views = plan.definitions.filter(isView).map(({ name }) => objectName(name))
	if (views.length > 0) {
		const locks = views.map((name) => ({ name, mode: 'access exclusive' as const }))
		await takeLocks(client, locks, times)
	}
	for (const drop of dropsOf(plan, files)) await setAside(client, drop)
	for (const definition of await makeMissing(client, plan.definitions))
		await replace(client, definition, plan.present.includes(definition.name))
	await limited?.finish()
	await client.query(forgetApplied, [[...plan.removed, unfinished]])
	await note(client, files, plan.definitions)
}

const begunOf = ({ begun, migrations }: SchemaPlan) => [...new Set([...begun, ...migrations.map(({ name }) => name)])]

function dropsOf(plan: SchemaPlan, files: SchemaFiles): { name: string; statement: string }[] {
	const begun = begunOf(plan)
	return files.migrations.filter(({ name }) => begun.includes(name)).flatMap(({ text }) => dropsIn(text))
}

async function note(
	client: pg.Client,
	{ version }: SchemaFiles,
	noted: readonly Omit<Migration, 'text'>[],
): Promise<void> {
	await client.query(noteApplied, [noted.map(({ name }) => name), noted.map(({ checksum }) => checksum), version])
}
