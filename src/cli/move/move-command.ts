import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { openForCommand } from '#cli/open-for-command.ts'
import { flag, printResult, readOptions, text, UsageError } from '#cli/read-options.ts'
import { cliConfig } from '#cli/with-deps.ts'
import { stopLeftover } from '#platform/backups/restore/stop-leftover.ts'
import type { Config } from '#platform/config/config.ts'
import { parseDatabaseUrl } from '#platform/pg/database-url.ts'
import { type Embedded, startEmbedded } from '#platform/pg/engine/embedded.ts'
import { openDatabase } from '#platform/pg/engine/open-database.ts'
import { queryOwner } from '#platform/pg/engine/owner-socket.ts'
import { findPostmaster } from '#platform/pg/engine/postgres-processes.ts'
import { pause } from '#platform/pg/engine/probe-postgres.ts'
import { requireSupportedServer } from '#platform/pg/engine/require-database.ts'
import type { MovedTable } from '#platform/pg/move/load-tables.ts'
import { moveDatabase } from '#platform/pg/move/move-database.ts'

/** Moves the database into another PostgreSQL, or back into the embedded one. Settings stay as they are. */
export async function run(args: string[]): Promise<number> {
	const { to, json } = readOptions(args, { to: text, json: flag })
	if (!to) throw new UsageError('--to is needed: the address of a PostgreSQL, or "embedded".')
	const config = cliConfig()
	const started = performance.now()
	const url = to === '-' ? await readLine() : to
	const tables = url === 'embedded' ? await moveBack(config) : await moveTo(config, url)
	const seconds = Number(((performance.now() - started) / 1000).toFixed(1))
	const rows = tables.reduce((sum, table) => sum + table.rows, 0)
	const address = url === 'embedded' ? null : withoutPassword(url)
	const setting = address && `DATABASE_URL=${address}`
	const lines = [
		`Moved ${tables.length} tables with ${rows} rows in ${seconds} s. The rows and the hash of each table are equal in both databases.`,
		config.S3_BUCKET
			? `Files stay in the bucket ${config.S3_BUCKET}, keys and settings where they are.`
			: `Files stay in ${config.DATA_DIR}/storage, keys and settings where they are.`,
		setting
			? `Now set ${setting}${address === url ? '' : ' (with its password)'} and start.`
			: 'Now unset DATABASE_URL and DATABASE_DIRECT_URL, and start.',
		'The former database is as it was. Start no server on it, and delete it when you no longer need it.',
	]
	return printResult(json, { to: address ?? 'embedded', setting, tables, rows, seconds }, lines.join('\n'))
}

async function moveTo(config: Config, url: string): Promise<MovedTable[]> {
	const target = readTarget(url)
	if (!config.DATABASE_URL && !(await hasCluster(config)))
		throw new Error(`There is no database in DATA_DIR (${config.DATA_DIR}) to move. Start Plaudit once on the new one.`)
	await requireSupportedServer(target, '--to')
	return withSource(config, (source) => moveDatabase(config, source, target, report))
}

/** The embedded database is filled beside its place, and takes it in one step. */
async function moveBack(config: Config): Promise<MovedTable[]> {
	if (!config.DATABASE_URL) throw new Error('DATABASE_URL is not set: the database is embedded already.')
	return withSource(config, async (source) => {
		const staged = await openForCommand((abort) => startStaged(config, abort))
		try {
			const tables = await moveDatabase(config, source, staged.owner, report)
			if (!(await staged.stop()))
				throw new Error('The embedded PostgreSQL did not stop in order. Run the same move again.')
			await placeStaged(config)
			return tables
		} finally {
			await staged.stop()
			await removeStaged(config)
		}
	})
}

/** Shows that a long move goes on. */
function report({ name, rows }: MovedTable): void {
	if (rows >= 10_000) console.error(`Copied ${rows} rows of ${name}.`)
}

/** Owns the data directory of an embedded source, so that no server starts on it meanwhile. */
async function withSource<T>(config: Config, work: (source: pg.ClientConfig) => Promise<T>): Promise<T> {
	if (config.DATABASE_URL) return work((await openDatabase(config, 'serve')).owner)
	const database = await openForCommand((abort) => openDatabase(config, 'serve', { abort }))
	return work(database.owner).finally(() => database.stop())
}

function readTarget(url: string): pg.ClientConfig {
	try {
		return parseDatabaseUrl(url)
	} catch (cause) {
		throw new Error(`--to: ${(cause as Error).message}.`, { cause })
	}
}

async function readLine(): Promise<string> {
	let input = ''
	for await (const part of process.stdin) input += part
	return input.trim()
}

/** The address as it was given, for the screen. */
export function withoutPassword(url: string): string {
	return url
		.replace(/^(\w+:\/\/)([^/?#]*)@/, (_, scheme: string, identity: string) => `${scheme}${identity.split(':')[0]}@`)
		.replace(/([?&])password=[^&#]*&?/g, '$1')
		.replace(/[?&]$/, '')
}

/** Name in DATA_DIR of an embedded database that a move fills. */
const stagingFolder = 'postgres.moving'

/** True when DATA_DIR has an embedded database. */
const hasCluster = ({ DATA_DIR }: Config): Promise<boolean> =>
	stat(join(DATA_DIR, 'postgres')).then(
		() => true,
		() => false,
	)

/**
 * Starts a new embedded database beside the place of the real one. What an interrupted move left there is removed.
 * @throws Error when DATA_DIR has a database already, or another move fills one
 */
async function startStaged(config: Config, abort: AbortSignal): Promise<Embedded> {
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
async function placeStaged({ DATA_DIR }: Config): Promise<void> {
	const staging = join(DATA_DIR, stagingFolder)
	await rename(join(staging, 'postgres'), join(DATA_DIR, 'postgres'))
}

/** Removes what is left of a stopped one. */
function removeStaged({ DATA_DIR }: Config): Promise<void> {
	return rm(join(DATA_DIR, stagingFolder), { recursive: true, force: true })
}
