import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { pruneMigrationCopies } from '#platform/backups/migration-copy.ts'
import { dropStreams } from '#platform/backups/wal/drop-streams.ts'
import type { Config } from '#platform/config/config.ts'
import type { BackupRequest } from '#platform/deps.ts'

const program = fileURLToPath(new URL('./backup-process.ts', import.meta.url))
const pauseAfterEnd = 60_000
const stopTimeout = 5000

/** Removes expired copies of the time before migrations, now and daily. @returns a function that ends it */
export function expireMigrationCopies({ DATA_DIR }: Config, log: Logger): () => void {
	const prune = () =>
		void pruneMigrationCopies(DATA_DIR).catch((error) => log.error({ err: error }, 'an expired copy cannot be removed'))
	prune()
	const timer = setInterval(prune, 86_400_000).unref()
	return () => clearInterval(timer)
}

/** The process that makes backups. `request` asks it for work now. @returns from `request` whether it runs */
export type BackupRunner = {
	start(): void
	request: ((request: BackupRequest) => boolean) | undefined
	stop(): Promise<void>
}

/** Prepares the process that makes backups, which runs if there is a BACKUP_TARGET. */
export function createBackupRunner(config: Config, log: Logger): BackupRunner {
	if (!config.BACKUP_TARGET) return { start: () => endStreams(config, log), request: undefined, stop: async () => {} }
	const stopping = new AbortController()
	let child: ChildProcess | undefined
	let running: Promise<void> | undefined

	async function keepRunning(): Promise<void> {
		while (!stopping.signal.aborted) {
			child = fork(program, { execArgv: ['--disable-warning=ExperimentalWarning'] })
			await ended(child)
			if (stopping.signal.aborted) return
			log.error('the process that makes backups ended; it is started again in a minute')
			await setTimeout(pauseAfterEnd, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
		}
	}

	return {
		start() {
			endStreams(config, log)
			if (!config.BACKUP_SCHEDULE)
				log.warn('BACKUP_TARGET is set and BACKUP_SCHEDULE is not: backups are made only on request')
			running = keepRunning()
		},
		request(request) {
			if (!child?.connected) return false
			child.send(request)
			return true
		},
		async stop() {
			stopping.abort()
			if (child?.connected) child.disconnect()
			const late = new AbortController()
			setTimeout(stopTimeout, undefined, { signal: late.signal }).then(
				() => child?.kill('SIGKILL'),
				() => {},
			)
			await running
			late.abort()
		},
	}
}

/** Without timed backups nothing takes the write-ahead log, which would fill the disk. */
function endStreams({ DATABASE_URL, BACKUP_TARGET, BACKUP_SCHEDULE, DATA_DIR }: Config, log: Logger): void {
	if (DATABASE_URL || (BACKUP_TARGET && BACKUP_SCHEDULE)) return
	dropStreams(DATA_DIR).catch((error) =>
		log.error({ err: error }, 'the former archive of the write-ahead log could not be ended'),
	)
}

function ended(child: ChildProcess): Promise<void> {
	return new Promise((resolve) => {
		child.once('exit', () => resolve())
		child.once('error', () => resolve())
	})
}
