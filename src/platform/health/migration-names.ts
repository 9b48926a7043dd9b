import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'

let names: Promise<string[]> | undefined

/** The names of the migrations that this version of the program needs, as the database lists them. */
export function migrationNames(): Promise<string[]> {
	names ??= readdir(join(schemaFolder, 'migrations')).then((files) =>
		files.filter((name) => name.endsWith('.sql')).map((name) => `migrations/${name}`),
	)
	return names
}
