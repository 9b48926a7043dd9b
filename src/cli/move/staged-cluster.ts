import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { stopLeftover } from '#platform/backups/restore/stop-leftover.ts'
import type { Config } from '#platform/config/config.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { findPostmaster } from '#platform/pg/engine/postgres-processes.ts'
import { pause } from '#platform/pg/engine/probe-postgres.ts'

/** Name in DATA_DIR of an embedded database that a move fills. */
const stagingFolder = 'postgres.moving'

/** Whether DATA_DIR has an embedded database. */
export const hasCluster = ({ DATA_DIR }: Config): Promise<boolean> =>
	stat(join(DATA_DIR, 'postgres')).then(
		() => true,
		() => false,
	)

/**
 * Starts a new embedded database beside the place of the real one. What an interrupted move left there is removed.
 * @throws Error when DATA_DIR has a database already, or another move fills one
 */
export async function startStaged(config: Config, abort: AbortSignal): Promise<Embedded> {
	const staging = join(config.DATA_DIR, stagingFolder)
	if (await hasCluster(config))
		throw new Error(
			`DATA_DIR has an embedded database already (${join(config.DATA_DIR, 'postgres')}). Move that folder away: nothing is overwritten.`,
		)
	if (await queryOwner(join(staging, 'socket')))
		throw new Error('Another move fills an embedded database. Wait until it has ended.')
	stopLeftover(staging)
	while (findPostmaster(join(staging, 'postgres'))) await pause(20)
	await removeStaged(config)
	await mkdir(staging, { recursive: true, mode: 0o700 })
	// Other users may traverse these folders but not list them: PostgreSQL does not run as root.
	if (process.getuid?.() === 0) await Promise.all([chmod(config.DATA_DIR, 0o711), chmod(staging, 0o711)])
	return startEmbedded(staging, config.DATABASE_POOL, { abort })
}

/** Puts the stopped database into its place, in one step. */
export async function placeStaged({ DATA_DIR }: Config): Promise<void> {
	const staging = join(DATA_DIR, stagingFolder)
	await rename(join(staging, 'postgres'), join(DATA_DIR, 'postgres'))
}

/** Removes what is left of a stopped one. */
export function removeStaged({ DATA_DIR }: Config): Promise<void> {
	return rm(join(DATA_DIR, stagingFolder), { recursive: true, force: true })
}
