import { statfs } from 'node:fs/promises'
import { availableParallelism, totalmem } from 'node:os'
import { canDecrypt } from '#platform/backups/encryption.ts'
import { type LastBackup, lastBackup } from '#platform/backups/records.ts'
import { isOverdue } from '#platform/backups/schedule/read-schedule.ts'
import type { Config } from '#platform/config/config.ts'
import type { FindingCode } from '#platform/deployment/findings.ts'
import type { Deps } from '#platform/deps.ts'
import { type DatabaseStats, databaseStats, type JobCounts, jobCounts } from '#platform/metrics/queries.ts'
import type { RecentDurations } from '#platform/metrics/recent-durations.ts'
import { productVersion } from '#platform/product-version.ts'
import { throttled } from '#platform/throttled.ts'
import { dueMails, waitingMails } from '#product/mails/queries.ts'
import type {
	InstanceReport,
	InstanceSpace,
	JobKind,
	StoredFiles,
	TroubledJob,
} from '#shared/instance/instance-report.ts'
import { findWarnings } from './find-warnings.ts'
import { createHealthChecks, deploymentHealth, jobsHealth } from './health-checks.ts'
import { instanceFiles, instanceSpaces, instanceTotals, troubledJobs } from './queries.ts'
import { readKeptBackups } from './read-kept-backups.ts'

type Totals = { accounts: number; testimonials: number; today: number }
type BucketFiles = StoredFiles & { month_bytes: number }
/** Cache time of slow health checks, in milliseconds. */
const seldom = 5 * 60_000
const keptMilliseconds = 60_000

/** The facts about a server that a command beside it knows. */
type ObservedServer = { findings: readonly FindingCode[]; pool: InstanceReport['database']['pool'] }
type ReadInstance = (uptime: number | null, observed?: ObservedServer) => Promise<InstanceReport>

/**
 * Prepares the reading of what the operator sees of the installation. `uptime` is that of the server, in seconds; `observed` is what
 * the server itself shows, for a command beside it.
 */
export function createInstanceReader(deps: Deps): ReadInstance {
	const { config, db, metrics, deployment } = deps
	const readHealth = createHealthChecks(deps, seldom)
	const readKept = throttled(keptMilliseconds, () => readKeptBackups(config).catch(() => null))

	return async (uptime, observed) => {
		const [health, disk, backup, kept, found, problems] = await Promise.all([
			readHealth(),
			statfs(config.DATA_DIR),
			lastBackup(db),
			readKept(),
			readDatabase(deps),
			deployment.find(observed?.findings),
		])
		const { stats, mails, totals, spaces, troubled, files } = found
		const sumOf = (key: 'files' | 'bytes' | 'month_bytes') => files.reduce((sum, bucket) => sum + bucket[key], 0)
		const running = runningJobs(deps)
		const kinds = found.jobs.map(kindOf)
		const count = (key: 'due' | 'later' | 'failed', counted = kinds) =>
			counted.reduce((sum, kind) => sum + kind[key], 0)
		const mailJobs = kinds.filter(({ kind }) => kind.includes('mail'))
		const jobs = {
			due: count('due'),
			later: count('later'),
			failed: count('failed'),
			oldest_due_seconds: Math.max(0, ...found.jobs.map(({ oldest }) => Number(oldest ?? 0))),
			running,
			kinds,
			troubled,
		}
		const report: Omit<InstanceReport, 'warnings'> = {
			at: new Date().toISOString(),
			versions: { plaudit: productVersion(), node: process.versions.node, postgres: stats.version },
			machine: {
				platform: `${process.platform} ${process.arch}`,
				processors: availableParallelism(),
				memory: totalmem(),
				process_memory: process.memoryUsage.rss(),
			},
			address: config.SITE_URL,
			uptime,
			latency: latencyOf(metrics.requests.recent()),
			health: [...health.parts, jobsHealth(jobs), ...health.others, ...deploymentHealth(problems)],
			database: {
				size: stats.size,
				connections: stats.connections,
				most_connections: stats.most_connections,
				pool: observed ? observed.pool : uptime === null ? null : db.pool(),
			},
			jobs,
			mails: {
				through: config.SMTP_URL?.host ?? 'outbox',
				waiting:
					Number(mails.notifications) + Number(mails.invitations) + count('due', mailJobs) + count('later', mailJobs),
				due: found.dueMails + count('due', mailJobs),
				failed: count('failed', mailJobs),
			},
			storage: {
				where: config.S3_BUCKET ? 's3' : 'disk',
				files: sumOf('files'),
				bytes: sumOf('bytes'),
				month_bytes: sumOf('month_bytes'),
				kinds: files.map((bucket) => ({ kind: bucket.kind, files: bucket.files, bytes: bucket.bytes })),
			},
			disk: {
				free: disk.bavail * disk.bsize,
				size: disk.blocks * disk.bsize,
				reserved: config.MIN_FREE_DISK_MB * 1024 ** 2,
			},
			accounts: totals.accounts,
			testimonials: { total: totals.testimonials, today: totals.today },
			spaces,
			last_backup: outcomeOf(backup),
			backups: backupsOf(config, backup, kept),
		}
		return { ...report, warnings: findWarnings(report) }
	}
}

async function readDatabase({ db }: Pick<Deps, 'db'>) {
	const [[database], jobs, [mails], [due], [totals], spaces, troubled, files] = await db.as(
		{ role: 'service_role' },
		(tx) =>
			Promise.all([
				tx.query<{ stats: DatabaseStats }>(databaseStats()),
				tx.query<JobCounts>(jobCounts()),
				tx.query<{ notifications: string; invitations: string }>(waitingMails()),
				tx.query<{ due: string }>(dueMails()),
				tx.query<Totals>(instanceTotals()),
				tx.query<InstanceSpace>(instanceSpaces()),
				tx.query<TroubledJob>(troubledJobs()),
				tx.query<BucketFiles>(instanceFiles()),
			]),
		{ readOnly: true, statementTimeout: 10_000 },
	)
	if (!database || !mails || !due || !totals) throw new Error('the database gave no numbers')
	return { stats: database.stats, jobs, mails, dueMails: Number(due.due), totals, spaces, troubled, files }
}

const kindOf = ({ kind, due, later, failed }: JobCounts): JobKind => ({
	kind,
	due: Number(due),
	later: Number(later),
	failed: Number(failed),
})

function runningJobs(deps: Pick<Deps, 'jobs' | 'longJobs' | 'recordingJobs' | 'transcriptionJobs' | 'countJobs'>) {
	const queues = [deps.jobs, deps.longJobs, deps.recordingJobs, deps.transcriptionJobs, deps.countJobs]
	return Object.fromEntries(queues.flatMap((queue) => [...queue.running()].filter(([, count]) => count > 0)))
}

function latencyOf(recent: RecentDurations | undefined): InstanceReport['latency'] {
	if (!recent) return null
	const { since, answers, median, percentile99 } = recent
	return { since: since.toISOString(), answers, median: median * 1000, percentile99: percentile99 * 1000 }
}

/** The last complete backup of any node, and whether the latest attempt succeeded. */
function outcomeOf({ finished_at, problem, bytes, seconds }: LastBackup): InstanceReport['last_backup'] {
	if (!finished_at && !problem) return null
	return { at: (finished_at ?? new Date(0)).toISOString(), ok: !problem, bytes, seconds }
}

function backupsOf(
	config: Config,
	backup: LastBackup,
	kept: InstanceReport['backups']['kept'],
): InstanceReport['backups'] {
	const { checked_at, checked_tables: tables, checked_rows: rows } = backup
	return {
		where: config.BACKUP_TARGET ? (config.BACKUP_TARGET.startsWith('s3:') ? 's3' : 'folder') : null,
		schedule: config.BACKUP_SCHEDULE ?? null,
		problem: backup.problem,
		running: backup.is_running,
		overdue: isOverdue(backup, config.BACKUP_SCHEDULE),
		kept,
		tried: checked_at && { at: checked_at.toISOString(), tables, rows },
		trying: backup.is_checking,
		try_problem: backup.check_problem,
		can_try: canDecrypt(config.BACKUP_KEY),
	}
}
