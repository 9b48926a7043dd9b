import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { productVersion } from '#platform/product-version.ts'
import { Semaphore } from '#platform/semaphore.ts'
import { withOwner } from './function-owner.ts'
import { type LockOrder, readLockOrder } from './steps/lock-order.ts'

/** One file of db/, named by its path there; a function without the folder of its noun. */
export type Migration = { name: string; text: string; checksum: string }

export type SchemaFiles = {
	/** The version of Plaudit that they belong to. */
	version: string
	/** The baseline: roles, tables, policies. Applied once, to an empty database. */
	schema: Migration[]
	/** One function each, replaced in the database when the file changes. */
	functions: Migration[]
	/** One view each, replaced in the same way. */
	views: Migration[]
	/** Forward only; each is applied once. */
	migrations: Migration[]
	lockOrder: LockOrder
}

/** A process may be limited to 256 open files, and there are more functions. */
const openFiles = new Semaphore(32)

/** Reads the files of db/ in the order of their names, platform before product. */
export async function readSchemaFiles(folder: string): Promise<SchemaFiles> {
	const [schema, functions, views, migrations, lockOrder] = await Promise.all([
		readFiles(folder, 'schema', { significant: withoutComments }),
		readFiles(folder, 'functions', { complete: withOwner }),
		readFiles(folder, 'views'),
		readFiles(folder, 'migrations'),
		readLockOrder(folder),
	])
	return { version: productVersion(), schema, functions, views, migrations, lockOrder }
}

/**
 * @param complete adds what files leave out by convention
 * @param significant the part of that text in which a change counts
 */
async function readFiles(
	folder: string,
	kind: string,
	{ complete = (file: string) => file, significant = (text: string) => text } = {},
): Promise<Migration[]> {
	const names = await readdir(join(folder, kind), { recursive: true })
	const files = await Promise.all(
		names
			.filter((file) => file.endsWith('.sql'))
			.map(async (file) => {
				const text = complete(await openFiles.run(() => readFile(join(folder, kind, file), 'utf8')))
				return { name: nameOf(kind, file.split(sep)), text, checksum: hash('sha256', significant(text)) }
			}),
	)
	return files.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The name in `plaudit.migrations`: the folder of a function's noun is no part of it, so that a moved file stays applied. */
function nameOf(kind: string, path: readonly string[]): string {
	return [kind, ...(kind === 'functions' ? [path[0], path.at(-1)] : path)].join('/')
}

/** The comments of an applied baseline file may still be corrected. */
function withoutComments(text: string): string {
	return text.replaceAll(/^\s*--.*\n/gm, '').replaceAll(/^\s*\n/gm, '')
}
