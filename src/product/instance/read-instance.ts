import { statfs } from 'node:fs/promises'
import { type LastBackup, lastBackup } from '#platform/backups/records.ts'
import { isOverdue } from '#platform/backups/schedule/is-overdue.ts'
import type { Deps } from '#platform/deps.ts'
import { createReadinessCheck } from '#platform/health/readiness.ts'
import { type DatabaseStats, databaseStats, type JobCounts, jobCounts } from '#platform/metrics/queries.ts'
import { productVersion } from '#platform/product-version.ts'
import { waitingMails } from '#product/mails/queries.ts'
import type { InstanceReport, InstanceSpace, TroubledJob } from '#shared/instance-report.ts'
import { findWarnings } from './find-warnings.ts'
import { instanceSpaces, instanceTotals, troubledJobs } from './queries.ts'

type Totals = { accounts: number; testimonials: number; today: number; files: number; bytes: number }
const readinessTimeout = 5000
const partNames = { database: 'Database', migrations: 'Migrations', files: 'Files', disk: 'Disk' }

/** Reads what the operator sees of the installation. @param uptime of the server, in seconds */
export async function readInstance(
	deps: Pick<Deps, 'config' | 'db' | 'files' | 'log'>,
	uptime: number | null,
): Promise<InstanceReport> {
	const { config, db } = deps
	const [parts, disk, backup, found] = await Promise.all([
		createReadinessCheck(deps, readinessTimeout)(),
		statfs(config.DATA_DIR),
		lastBackup(db),
		db.as(
			{ role: 'service_role' },
			(tx) =>
				Promise.all([
					tx.query<{ stats: DatabaseStats }>(databaseStats()),
					tx.query<JobCounts>(jobCounts()),
					tx.query<{ notifications: string; invitations: string }>(waitingMails()),
					tx.query<Totals>(instanceTotals()),
					tx.query<InstanceSpace>(instanceSpaces()),
					tx.query<TroubledJob>(troubledJobs()),
				]),
			{ readOnly: true, statementTimeout: 10_000 },
		),
	])
	const [[database], jobs, [mails], [totals], spaces, troubled] = found
	if (!database || !mails || !totals) throw new Error('the database gave no numbers')
	const { stats } = database
	const count = (key: 'due' | 'later' | 'failed', of = jobs) => of.reduce((sum, job) => sum + Number(job[key]), 0)
	const mailJobs = jobs.filter(({ kind }) => kind.includes('mail'))
	const report: Omit<InstanceReport, 'warnings'> = {
		at: new Date().toISOString(),
		versions: { plaudit: productVersion(), node: process.versions.node, postgres: stats.version },
		address: config.SITE_URL,
		uptime,
		health: parts.map(({ name, ok, reason }) => ({ name: partNames[name], ok, detail: reason ?? 'Works.' })),
		database: {
			size: stats.size,
			connections: stats.connections,
			most_connections: stats.most_connections,
			pool: uptime === null ? null : db.pool(),
		},
		jobs: {
			due: count('due'),
			later: count('later'),
			failed: count('failed'),
			oldest_due_seconds: Math.max(0, ...jobs.map(({ oldest }) => Number(oldest ?? 0))),
			troubled,
		},
		mails: {
			through: config.SMTP_URL ? new URL(config.SMTP_URL).hostname : 'outbox',
			waiting:
				Number(mails.notifications) + Number(mails.invitations) + count('due', mailJobs) + count('later', mailJobs),
			failed: count('failed', mailJobs),
		},
		storage: { where: config.S3_BUCKET ? 's3' : 'disk', files: totals.files, bytes: totals.bytes },
		disk: {
			free: disk.bavail * disk.bsize,
			size: disk.blocks * disk.bsize,
			reserved: config.MIN_FREE_DISK_MB * 1024 ** 2,
		},
		accounts: totals.accounts,
		testimonials: { total: totals.testimonials, today: totals.today },
		spaces,
		last_backup: outcomeOf(backup),
		backups: {
			where: config.BACKUP_TARGET ? (config.BACKUP_TARGET.startsWith('s3:') ? 's3' : 'folder') : null,
			schedule: config.BACKUP_SCHEDULE ?? null,
			problem: backup.problem,
			running: backup.is_running,
			overdue: isOverdue(backup, config.BACKUP_SCHEDULE),
		},
	}
	return { ...report, warnings: findWarnings(report) }
}

/** The last complete backup of any node, and whether the latest attempt succeeded. */
function outcomeOf({ finished_at, problem }: LastBackup): InstanceReport['last_backup'] {
	if (!finished_at && !problem) return null
	return { at: (finished_at ?? new Date(0)).toISOString(), ok: !problem }
}
