import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { type Database, migrationsFolder, openDatabase } from './database.ts'
import { type Bounds, type Handlers, type HttpServer, listen } from './http/server.ts'
import { createLog } from './log.ts'
import { openOwnTables } from './own-tables.ts'
import { migrate } from './pg/migrate.ts'

export type RunningServer = {
	url: string
	log: Logger
	/** Resolves when the embedded PostgreSQL died and could not be started again. */
	failed: Promise<Error>
	/** @returns whether everything ended in order, with PostgreSQL's shutdown checkpoint */
	stop(): Promise<boolean>
}

const drainMilliseconds = 10_000
/** The most that one step of a stop may take, before PostgreSQL is stopped without it. */
const stepMilliseconds = 12_000

/**
 * Starts everything: sockets first (a taken port is the commonest mistake), then database, migrations, services.
 * @param abort gives up the start: what was started is stopped
 * @throws Error with one line that says what to do
 */
export async function startServer(given: Config, abort: AbortSignal): Promise<RunningServer> {
	const started = performance.now()
	const log = createLog(given.LOG_LEVEL)
	const http = await listen(given.hosts, given.PORT, boundsOf(given))
	const config = withPort(given, http.port)
	const loading = loadServices()
	// A database that cannot be opened is reported first.
	loading.catch(() => {})
	const database = await openDatabase(config, 'serve', { log, abort })
	try {
		const serving = serve(config, database, http, log, started, loading, abort)
		// After an abort, it fails as PostgreSQL ends below it.
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

/** Nine tenths of the program's modules. They load while PostgreSQL starts. */
async function loadServices() {
	const [{ createApp }, { openDeps }, { createHotPath }] = await Promise.all([
		import('./app.ts'),
		import('./open.ts'),
		import('./pages/hot-path.ts'),
	])
	return { createApp, openDeps, createHotPath }
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
	const applied = await migrate(database.owner, migrationsFolder)
	if (applied.length > 0) log.info({ applied }, 'database migrated')
	const own = await openOwnTables(config, database.owner)
	if (own.applied.length > 0) log.info({ applied: own.applied }, 'own migrations applied')
	for (const warning of own.warnings) log.warn(warning)
	const { createApp, openDeps, createHotPath } = await loading
	const deps = await openDeps(config, database.owner, log)
	const app = await createApp(deps, database.isAlive)
	await app.start()
	const walls = await createHotPath(deps)
	abort.throwIfAborted()
	const hot: Handlers['hot'] = (request, response) =>
		walls(request, response) || app.hot(request, response)
	http.serve({ fetch: app.fetch, upgrade: app.upgrade, hot })
	announce(config, database, started)
	return {
		url: config.SITE_URL,
		log,
		failed: database.failed,
		async stop() {
			log.info('stopping')
			let isClean = true
			// PostgreSQL may be away; whatever fails, it must be stopped last.
			for (const step of [
				() => app.retire(),
				() => http.drain(drainMilliseconds),
				() => app.close(),
				() => deps.db.close(),
			])
				await within(stepMilliseconds, step()).catch((error) => {
					log.error({ err: error }, 'a step of the stop failed')
					isClean = false
				})
			return (await database.stop()) && isClean
		},
	}
}

async function within(milliseconds: number, step: Promise<void>): Promise<void> {
	const late = Promise.withResolvers<never>()
	const timer = setTimeout(() => late.reject(new Error('it took too long')), milliseconds)
	await Promise.race([step, late.promise]).finally(() => clearTimeout(timer))
}

/** The operator's own functions may think for longer than anything of ours, and say nothing meanwhile. */
function boundsOf({ FUNCTIONS_DIR, FUNCTIONS_SECONDS }: Config): Partial<Bounds> {
	return FUNCTIONS_DIR && FUNCTIONS_SECONDS > 90 ? { silence: (FUNCTIONS_SECONDS + 30) * 1000 } : {}
}

/** With PORT=0 the kernel chooses, and links must name what it chose. */
function withPort(config: Config, port: number): Config {
	if (config.PORT !== 0) return config
	return Object.freeze({
		...config,
		PORT: port,
		SITE_URL: config.SITE_URL.replace(/:0$/, `:${port}`),
	})
}

function announce(config: Config, { kind }: Database, started: number) {
	const seconds = ((performance.now() - started) / 1000).toFixed(1)
	const mail = config.SMTP_URL ? 'sent by SMTP' : `written to ${config.DATA_DIR}/outbox`
	console.log(`
Plaudit is ready at ${config.SITE_URL} (${seconds} s)

  Sign up      ${config.SITE_URL}/auth
  Data         ${config.DATA_DIR}${kind === 'external' ? ' (files), DATABASE_URL (records)' : ''}
  Mail         ${mail}
  Stop         Ctrl+C
`)
}
