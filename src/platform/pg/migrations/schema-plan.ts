import { hash } from 'node:crypto'
import type pg from 'pg'
import { withClient } from '#platform/pg/connections.ts'
import { missingIndexes } from './build-indexes.ts'
import { findHistory, readHistory } from './migrate-queries.ts'
import { type MigrationEffects, readEffects } from './migration-effects.ts'
import { type Migration, readSchemaFiles, type SchemaFiles } from './schema-files.ts'

/** A file of db/ that was applied, and the version of Plaudit that did it. */
export type Applied = { name: string; checksum: string; version: string | null }

/** The missing parts of a database. */
export type SchemaPlan = {
	/** It was made by the old numbering and stands at its last migration: the baseline is noted and not applied. */
	adopts: boolean
	schema: Migration[]
	migrations: Migration[]
	/** New and changed functions, then views. */
	definitions: Migration[]
	/** Names of functions and views that Plaudit made there, and those of them that no file has any more. */
	present: string[]
	removed: string[]
	/** The migrations of an update that was begun and has not come to its end; some may be applied. */
	begun: string[]
}

/** The row of plaudit.migrations that is there while an update is not at its end; an earlier version refuses to start over it. */
export const unfinished = 'migrations/unfinished'

/** The numbering before the baseline: 60 files, and a hash of their names and checksums. */
const oldNumbering = {
	last: '0165_dropped_address.sql',
	commit: 'f78ff4a',
	digest: '6ec906bb5de55fef444b7a7d05848d0e6ece95bc89337d5f5bd6402c04dc0b34',
}

/** The names of what the next start would apply. Nothing is changed. @throws Error as `planSchema` */
export async function pendingMigrations(owner: pg.ClientConfig, folder: string): Promise<string[]> {
	return namesIn((await readPending(owner, folder)).plan)
}

/** Reads the files that the next start would apply, with their effects on tables that have rows. Nothing is changed. @throws Error as `planSchema` */
export async function readPending(
	owner: pg.ClientConfig,
	folder: string,
): Promise<{ plan: SchemaPlan; indexes: string[]; effects: MigrationEffects[] }> {
	return withClient(owner, async (client) => {
		await client.query('begin read only')
		const plan = await planSchema(client, await readSchemaFiles(folder))
		const missing = await missingIndexes(client, folder)
		const effects = plan.schema.length > 0 ? [] : await readEffects(client, [...plan.migrations, ...missing])
		return { plan, indexes: missing.map(({ name }) => name), effects }
	})
}

/** Names in the order in which they are applied. */
export function namesIn({ schema, migrations, definitions }: SchemaPlan): string[] {
	return [...schema, ...migrations, ...definitions].map(({ name }) => name)
}

/**
 * Compares a database with the files.
 * @throws Error when it is newer, not at the last migration of the old numbering, or an applied file was changed
 */
export async function planSchema(client: pg.Client, files: SchemaFiles): Promise<SchemaPlan> {
	return planAfter(await readApplied(client), files)
}

/** The same for a database that is known by what was applied to it. @throws Error as `planSchema` */
export function planAfter(noted: readonly Applied[], files: SchemaFiles): SchemaPlan {
	const applied = noted.filter(({ name }) => name !== unfinished)
	const definitions = [...files.functions, ...files.views]
	if (applied.length === 0) return { ...files, definitions, adopts: false, present: [], removed: [], begun: [] }
	const old = applied.filter(({ name }) => !name.includes('/'))
	if (old.length > 0) {
		requireLastOfOldNumbering(old, applied)
		const present = definitions.map(({ name }) => name)
		return { ...files, definitions, adopts: true, schema: [], present, removed: [], begun: [] }
	}
	const known = new Map(applied.map(({ name, checksum }) => [name, checksum]))
	for (const part of files.schema)
		if (!known.has(part.name))
			throw new Error(
				`The database does not have db/${part.name}, and an applied baseline is never extended. New tables belong into a new file in db/migrations.`,
			)
	const checksums = new Map([...files.schema, ...files.migrations].map((f) => [f.name, f.checksum]))
	for (const { name, checksum } of applied.filter((migration) => !isDefinition(migration))) {
		if (!checksums.has(name))
			throw new Error(`The database has the migration ${name}, which this version does not know. Run a newer version.`)
		if (checksums.get(name) !== checksum)
			throw new Error(
				`db/${name} was changed after it was applied. Restore its text, and put the change into a new file in db/migrations.`,
			)
	}
	const present = applied.filter(isDefinition).map(({ name }) => name)
	const plan = {
		adopts: false,
		schema: [],
		migrations: files.migrations.filter(({ name }) => !known.has(name)),
		definitions: definitions.filter(({ name, checksum }) => known.get(name) !== checksum),
		present,
		removed: present.filter((file) => !definitions.some(({ name }) => name === file)),
		begun: JSON.parse(noted.find(({ name }) => name === unfinished)?.checksum ?? '[]'),
	}
	const newer = applied.find(({ version }) => isAbove(version, files.version))
	if (newer && plan.definitions.length + plan.removed.length > 0)
		throw new Error(
			`The database is of Plaudit ${newer.version}, and its functions and views are not those of this version, ${files.version}. Run the newer version.`,
		)
	return plan
}

/** Reads the applied files of a database; nothing where no Plaudit ever was. */
export async function readApplied(client: pg.Client): Promise<Applied[]> {
	const { rows } = await client.query(findHistory)
	return rows[0].found === null ? [] : (await client.query<Applied>(readHistory)).rows
}

const isDefinition = ({ name }: Applied) => /^(functions|views)\//.test(name)

/** Nothing of the old numbering was released, so its files are not shipped: a version that has them goes to its end. */
function requireLastOfOldNumbering(old: readonly Applied[], applied: readonly Applied[]): void {
	const { last, commit, digest } = oldNumbering
	if (old.length < applied.length)
		throw new Error(
			`plaudit.migrations has entries of the old numbering (${old[0]?.name}) beside those of the new one, which Plaudit never writes. Restore a backup of this database.`,
		)
	const newest = old.at(-1)?.name ?? ''
	if (newest > last)
		throw new Error(`The database has the migration ${newest}, which this version does not know. Run a newer version.`)
	if (hash('sha256', old.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')) !== digest)
		throw new Error(
			`The database was made by an earlier Plaudit and is not at its last migration, ${last} (it has ${old.length} of 60, up to ${newest}). ` +
				`Nothing was changed. Start it once with that version (git checkout ${commit} && npm start), then with this one.`,
		)
}

function isAbove(version: string | null, other: string): boolean {
	return (version ?? '').localeCompare(other, 'en', { numeric: true }) > 0
}
