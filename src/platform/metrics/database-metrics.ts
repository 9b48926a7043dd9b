import type { Deps } from '#platform/deps.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import { productVersion } from '#platform/product-version.ts'
import { withTimeout } from '#platform/with-timeout.ts'
import { type DatabaseStats, databaseStats, databaseWritable, type JobCounts, jobCounts } from './queries.ts'
import type { Sample } from './render-metrics.ts'

const worker = { role: 'service_role' } as const
/** A scrape must not wait for a busy database longer than Prometheus waits for the scrape. */
const options = { readOnly: true, statementTimeout: 2000 } as const
/** Milliseconds, with the wait for a connection. */
const patience = 2500

/** Pool, PostgreSQL and jobs. Without the database, what needs no query is still answered. */
export function collectDatabase({ config, db, metrics, ...queues }: Deps): void {
	const version = productVersion()
	metrics.collect((): Sample[] => {
		const { size, idle, waiting } = db.pool()
		return [
			{ name: 'plaudit_database_pool_size', value: size },
			{ name: 'plaudit_database_pool_idle', value: idle },
			{ name: 'plaudit_database_pool_waiting', value: waiting },
			{ name: 'plaudit_database_pool_max', value: config.DATABASE_POOL },
			...runningSamples([
				queues.jobs,
				queues.longJobs,
				queues.recordingJobs,
				queues.transcriptionJobs,
				queues.countJobs,
			]),
		]
	})
	metrics.collect(async (): Promise<Sample[]> => {
		try {
			const reading = db.as(
				worker,
				(tx) =>
					Promise.all([
						tx.query<{ stats: DatabaseStats }>(databaseStats()),
						tx.query<JobCounts>(jobCounts()),
						tx.query<{ writable: boolean }>(databaseWritable()),
					]),
				options,
			)
			const [stats, jobs, [session]] = await withTimeout(patience, reading, () => new Error('no answer in time'))
			const found = stats[0]?.stats
			const labels = { version, node: process.versions.node, postgres: found?.version ?? 'unknown' }
			return [
				{ name: 'plaudit_info', labels, value: 1 },
				{ name: 'plaudit_database_up', value: 1 },
				{ name: 'plaudit_database_writable', value: Number(session?.writable) },
				...(found ? postgresSamples(found) : []),
				...jobs.flatMap(jobSamples),
			]
		} catch {
			return [
				{ name: 'plaudit_database_up', value: 0 },
				{ name: 'plaudit_database_writable', value: 0 },
			]
		}
	})
}

function postgresSamples(stats: DatabaseStats): Sample[] {
	const values: [Sample['name'], number | null][] = [
		['plaudit_postgres_size_bytes', stats.size],
		['plaudit_postgres_connections', stats.connections],
		['plaudit_postgres_connections_max', stats.most_connections],
		['plaudit_postgres_oldest_transaction_seconds', stats.oldest_transaction ?? 0],
		['plaudit_postgres_commits_total', stats.commits],
		['plaudit_postgres_rollbacks_total', stats.rollbacks],
		['plaudit_postgres_deadlocks_total', stats.deadlocks],
		['plaudit_postgres_blocks_read_total', stats.read],
		['plaudit_postgres_blocks_hit_total', stats.hit],
		['plaudit_postgres_checkpoints_timed_total', stats.timed],
		['plaudit_postgres_checkpoints_requested_total', stats.requested],
		['plaudit_postgres_wal_bytes_total', stats.wal],
		['plaudit_postgres_replicas', stats.replicas],
		['plaudit_postgres_replication_lag_bytes', stats.replication_lag],
	]
	return values.flatMap(([name, value]) => (value === null ? [] : [{ name, value: Number(value) }]))
}

function jobSamples({ kind, due, later, failed, oldest }: JobCounts): Sample[] {
	const states = Object.entries({ due, later, failed })
	return [
		...states.map(
			([state, value]): Sample => ({ name: 'plaudit_jobs', labels: { kind, state }, value: Number(value) }),
		),
		{ name: 'plaudit_jobs_oldest_due_seconds', labels: { kind }, value: Number(oldest ?? 0) },
	]
}

const runningSamples = (queues: readonly Jobs[]): Sample[] =>
	queues.flatMap((queue) =>
		[...queue.running()].map(([kind, value]): Sample => ({ name: 'plaudit_jobs_running', labels: { kind }, value })),
	)
