import type { Logger } from 'pino'
import { requireApiKeysOfOtherNodes } from '#platform/auth/accounts/keys/other-nodes.ts'
import { requireKeysAfterRotation, requireKeysOfDatabase } from '#platform/auth/accounts/keys/root-key.ts'
import { exportErasures } from '#platform/backups/erasures.ts'
import { repeatKeptErasures } from '#platform/backups/kept-erasures.ts'
import { migrateDatabase } from '#platform/backups/migrate-database.ts'
import { openTarget } from '#platform/backups/target/open-target.ts'
import type { Config } from '#platform/config/config.ts'
import { type ConnectionLimits, type HttpServer, listen } from '#platform/http/server.ts'
import { createHeldLog } from '#platform/log.ts'
import { findUnprovenOperators } from '#platform/operators/find-unproven-operators.ts'
import { createFreshCheck } from '#platform/operators/fresh-server.ts'
import { makeFirstSetupLink } from '#platform/operators/setup-link.ts'
import type { Db } from '#platform/pg/db.ts'
import { type Database, openDatabase } from '#platform/pg/engine/open-database.ts'
import { openOwnTables } from '#platform/pg/migrations/own-tables.ts'
import { withTimeout } from '#platform/with-timeout.ts'
import { collectWhenIdle } from './collect-when-idle.ts'
import { createBackupRunner, expireMigrationCopies } from './run-backups.ts'
import { startSummary } from './start-summary.ts'

export type RunningServer = {
	url: string
	log: Logger
	/** Resolves when the embedded PostgreSQL died and could not be restarted. */
	failed: Promise<Error>
	/** @returns whether the stop was clean, with PostgreSQL's shutdown checkpoint */
	stop(): Promise<boolean>
}

const drainMilliseconds = 10_000
/** Timeout of one step of a stop, after which PostgreSQL is stopped anyway. */
const stepMilliseconds = 12_000

/**
 * Starts everything: sockets first (a port in use is the commonest mistake), then database, migrations, services.
 * @param abort aborts the start and stops what was started
 * @throws Error with one line of advice
 */
export async function startServer(settings: Config, abort: AbortSignal): Promise<RunningServer> {
	const started = performance.now()
	const { log, release } = createHeldLog(settings.LOG_LEVEL)
	const http = await listen(settings.hosts, settings.PORT, connectionLimits(settings))
	const config = withPort(settings, http.port)
	const loading = loadServices()
	// The failure of the database is reported first.
	loading.catch(() => {})
	const database = await openDatabase(config, 'serve', { log, abort })
	try {
		const serving = serve(config, database, http, log, started, loading, abort)
		serving.then(release, release)
		// After an abort, it fails because PostgreSQL stops.
		serving.catch(() => {})
		// A migration may take minutes; stopping PostgreSQL ends it.
		return await Promise.race([serving, rejectionOf(abort)])
	} catch (error) {
		await http.drain(0)
		const isClean = await database.stop()
		if (abort.aborted && !isClean)
			throw new Error('PostgreSQL was stopped without its shutdown checkpoint.', { cause: error })
		throw abort.aborted ? abort.reason : error
	}
}

function rejectionOf(abort: AbortSignal): Promise<never> {
	return new Promise((_, reject) => {
		const fail = () => reject(abort.reason)
		if (abort.aborted) fail()
		abort.addEventListener('abort', fail, { once: true })
	})
}

/** Nine tenths of the program's modules, loaded while PostgreSQL starts. */
async function loadServices() {
	const [{ createApp }, { openDeps }] = await Promise.all([import('./app.ts'), import('./open.ts')])
	return { createApp, openDeps }
}

async function serve(
	config: Config,
	database: Database,
	http: HttpServer,
	log: Logger,
	started: number,
	loading: ReturnType<typeof loadServices>,
	abort: AbortSignal,
) {
	await requireKeysOfDatabase(database.owner, config)
	const migrating = performance.now()
	const applied = await migrateDatabase(database, config, (line) => log.info(line))
	logApplied(log, 'database migrated', applied, migrating)
	const migratingOwn = performance.now()
	const own = await openOwnTables(config, database.owner)
	logApplied(log, 'own migrations applied', own.applied, migratingOwn)
	for (const warning of own.warnings) log.warn(warning)
	const { createApp, openDeps } = await loading
	const backups = createBackupRunner(config, log)
	const deps = await openDeps(config, database.owner, log, backups.request)
	await requireApiKeysOfOtherNodes(deps.db, database.owner, deps.keys)
	await requireKeysAfterRotation(deps.db, deps.keys)
	deps.metrics.collect(() => [{ name: 'plaudit_http_connections', value: http.connections() }])
	const erased = await repeatKeptErasures(deps.db, config)
	if (erased > 0) log.warn({ erased }, 'rows that were erased before were in the database again, and are erased again')
	const app = await createApp(deps, database.isAlive)
	await app.start()
	for (const problem of await findUnprovenOperators(deps.db, config)) log.warn(problem)
	abort.throwIfAborted()
	const setupLink = await makeFirstSetupLink(deps)
	const isFresh = await createFreshCheck(deps)()
	http.serve(app)
	const seconds = (performance.now() - started) / 1000
	console.log(startSummary({ config, isExternalDatabase: database.kind === 'external', seconds, setupLink, isFresh }))
	log.info(`listening on port ${config.PORT}`)
	backups.start()
	const endExpiry = expireMigrationCopies(config, log)
	const endFindings = deps.deployment.follow()
	const endFileStoreWatch = deps.fileStoreWatch.follow()
	const endCollections = collectWhenIdle()
	return {
		url: config.SITE_URL,
		log,
		failed: database.failed,
		async stop() {
			log.info('stopping')
			let isClean = true
			endExpiry()
			endFindings()
			endFileStoreWatch()
			endCollections()
			// PostgreSQL may be down; it must be stopped last, whatever fails.
			for (const step of [
				backups.stop,
				() => app.retire(),
				() => http.drain(drainMilliseconds),
				() => app.close(),
				async () => deps.tracing?.close(),
				() => noteErasures(config, deps.db),
				() => deps.db.close(),
			])
				await withTimeout(stepMilliseconds, step(), () => new Error('it took too long')).catch((error) => {
					log.error({ err: error }, 'a step of the stop failed')
					isClean = false
				})
			return (await database.stop()) && isClean
		},
	}
}

/** The process of backups has ended: what was erased since its last look is noted beside them. */
async function noteErasures(config: Config, db: Db): Promise<void> {
	if (config.BACKUP_TARGET) await exportErasures(db, openTarget(config, config.BACKUP_TARGET))
}

/** User functions may run longer than the default idle timeout without sending anything. */
function connectionLimits({ FUNCTIONS_DIR, FUNCTIONS_SECONDS }: Config): Partial<ConnectionLimits> {
	return FUNCTIONS_DIR && FUNCTIONS_SECONDS > 90 ? { idleTimeout: (FUNCTIONS_SECONDS + 30) * 1000 } : {}
}

/** Names in one line of the log; the first start applies hundreds of files. */
const mostNames = 10

function logApplied(log: Logger, what: string, applied: string[], since: number) {
	if (applied.length === 0) return
	const files = applied.length === 1 ? '1 file' : `${applied.length} files`
	const seconds = ((performance.now() - since) / 1000).toFixed(1)
	log.info(applied.length > mostNames ? {} : { applied }, `${what}, ${files}, ${seconds} s`)
}

/** With PORT=0 the kernel chooses the port, and links must contain it. */
function withPort(config: Config, port: number): Config {
	if (config.PORT !== 0) return config
	return Object.freeze({
		...config,
		PORT: port,
		SITE_URL: config.SITE_URL.replace(/:0$/, `:${port}`),
	})
}
