import type { Writable } from 'node:stream'
import type { Deps } from '#platform/deps.ts'
import { AppError } from '#platform/http/response/app-error.ts'
import { productVersion } from '#platform/product-version.ts'
import { service } from '#product/run-query.ts'
import type { Manifest } from './archive-format.ts'
import { archivedSpace } from './queries.ts'
import { writeArchive } from './write-archive.ts'

/** For the first row of a large table. */
const statementTimeout = 5 * 60_000

/**
 * Writes the archive of a space as it is at this moment into a stream. The caller checks that it may be read.
 * @throws AppError 404 without such a space
 */
export async function exportArchive(
	{ config, db, files }: Pick<Deps, 'config' | 'db' | 'files'>,
	{ space: id, withEmails }: { space: string; withEmails: boolean },
	output: Writable,
): Promise<Manifest> {
	return db.as(
		service,
		async (tx) => {
			const [space] = await tx.query<Manifest['space']>(archivedSpace(id))
			if (!space) throw new AppError(404, 'not_found', 'There is no such space.')
			const plan = { space, withEmails, siteUrl: config.SITE_URL, version: productVersion() }
			return writeArchive(tx, files, plan, output)
		},
		{ snapshot: true, statementTimeout, shardKey: id },
	)
}
