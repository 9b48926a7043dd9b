import { createWriteStream } from 'node:fs'
import type { Manifest } from '#product/archive/archive-format.ts'
import { exportArchive } from '#product/archive/export-archive.ts'
import { readArchive } from '#product/archive/read-archive.ts'
import { type Restored, type RestoreOptions, restoreArchive } from '#product/archive/restore-archive.ts'
import { openZipFile } from '#product/archive/zip-reader.ts'
import type { TestApp } from '#test/support/test-app.ts'

/** Writes the archive of a space into a file, as `plaudit export` does. */
export function exportTo(
	{ deps }: Pick<TestApp, 'deps'>,
	space: string,
	path: string,
	withEmails = true,
): Promise<Manifest> {
	return exportArchive(deps, { space, withEmails }, createWriteStream(path))
}

/** Loads the archive in a file, as `plaudit import` does. */
export async function importFrom(
	{ deps }: Pick<TestApp, 'deps'>,
	path: string,
	options: RestoreOptions = {},
): Promise<Restored> {
	const zip = await openZipFile(path)
	try {
		return await restoreArchive(deps, await readArchive(zip), options)
	} finally {
		zip.close()
	}
}
