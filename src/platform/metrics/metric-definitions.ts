/** A metric as /metrics names it: kind, meaning, and its labels, whose values are all bounded. */
export type MetricDefinition = {
	type: 'gauge' | 'counter' | 'histogram' | 'summary'
	help: string
	labels?: readonly string[]
}

/** Every metric of the server, in the order of /metrics. docs/metrics.md is this list as a table. */
export const metricDefinitions = {
	plaudit_build_info: {
		type: 'gauge',
		help: 'Always 1; its labels name the versions of Plaudit and its runtime.',
		labels: ['version', 'node'],
	},
	plaudit_info: {
		type: 'gauge',
		help: '1 while the database answers; its labels name all versions.',
		labels: ['version', 'node', 'postgres'],
	},
	process_resident_memory_bytes: { type: 'gauge', help: 'Resident memory of the server, without PostgreSQL.' },
	process_cpu_seconds_total: { type: 'counter', help: 'Processor time of the server, without PostgreSQL.' },
	process_start_time_seconds: { type: 'gauge', help: 'Unix time of the start.' },
	process_uptime_seconds: { type: 'gauge', help: 'Time since the start.' },
	nodejs_heap_used_bytes: { type: 'gauge', help: 'Memory in use by JavaScript values.' },
	nodejs_eventloop_delay_seconds: {
		type: 'summary',
		help: 'Delay of timers: quantiles since the last scrape, 1 is the longest; sum and count since the start.',
		labels: ['quantile'],
	},
	nodejs_eventloop_utilization_ratio: {
		type: 'gauge',
		help: 'Share of the time since the last scrape in which the event loop was busy.',
	},
	plaudit_http_connections: { type: 'gauge', help: 'Open connections of clients, sockets included.' },
	plaudit_http_requests_total: { type: 'counter', help: 'Answered requests.', labels: ['method', 'route', 'status'] },
	plaudit_http_request_duration_seconds: {
		type: 'histogram',
		help: 'Time from a request to its answer, without the time to send it.',
		labels: ['method', 'route'],
	},
	plaudit_refusals_total: {
		type: 'counter',
		help: 'Requests that ended with an error, by its code.',
		labels: ['code'],
	},
	plaudit_cache_hits_total: { type: 'counter', help: 'Values found in a cache.', labels: ['cache'] },
	plaudit_cache_misses_total: { type: 'counter', help: 'Values not found in a cache.', labels: ['cache'] },
	plaudit_cache_entries: { type: 'gauge', help: 'Values in a cache.', labels: ['cache'] },
	plaudit_cache_weight: {
		type: 'gauge',
		help: 'Weight of a cache: bytes where it is bounded in bytes, else entries.',
		labels: ['cache'],
	},
	plaudit_jobs: {
		type: 'gauge',
		help: 'Jobs by state: due, later (a repeat or a retry), failed (kept for a month).',
		labels: ['kind', 'state'],
	},
	plaudit_jobs_running: { type: 'gauge', help: 'Jobs that this process runs.', labels: ['kind'] },
	plaudit_jobs_oldest_due_seconds: {
		type: 'gauge',
		help: 'Time for which the oldest due job has waited.',
		labels: ['kind'],
	},
	plaudit_jobs_finished_total: {
		type: 'counter',
		help: 'Runs of jobs by outcome: done, retried, postponed, failed.',
		labels: ['kind', 'outcome'],
	},
	plaudit_mails_total: {
		type: 'counter',
		help: 'Mails handed over by outcome: sent, refused (for good), failed (tried again).',
		labels: ['outcome'],
	},
	plaudit_mails_waiting: { type: 'gauge', help: 'Mails that wait, by queue.', labels: ['queue'] },
	plaudit_webhook_attempts_total: {
		type: 'counter',
		help: 'Attempts to deliver an event to a webhook: delivered, skipped (nothing left to tell), retried, failed (for good). Tests are left out.',
		labels: ['outcome'],
	},
	plaudit_webhooks: {
		type: 'gauge',
		help: 'Webhooks by state: working, failing (tried again), paused (after the last try), stopped (by a member or with its key).',
		labels: ['state'],
	},
	plaudit_webhook_deliveries_waiting: {
		type: 'gauge',
		help: 'Deliveries of webhooks that wait, those of paused ones included.',
	},
	plaudit_uploads_total: {
		type: 'counter',
		help: 'Files that were stored or not, by outcome: stored, failed.',
		labels: ['outcome'],
	},
	plaudit_upload_bytes_total: { type: 'counter', help: 'Bytes of the files that were stored.' },
	plaudit_realtime_sockets: { type: 'gauge', help: 'Open realtime sockets.' },
	plaudit_realtime_changes_total: { type: 'counter', help: 'Changes of tables that the feed delivered.' },
	plaudit_realtime_feed_lag_seconds: {
		type: 'gauge',
		help: 'Age of the newest delivered change when it was delivered.',
	},
	plaudit_database_up: { type: 'gauge', help: '1 when the database answered this scrape.' },
	plaudit_database_writable: {
		type: 'gauge',
		help: '1 when it also takes writes: it is no standby, and not set to read-only.',
	},
	plaudit_database_pool_size: { type: 'gauge', help: 'Open connections of the pool.' },
	plaudit_database_pool_idle: { type: 'gauge', help: 'Connections of the pool that are free.' },
	plaudit_database_pool_waiting: { type: 'gauge', help: 'Transactions that wait for a connection.' },
	plaudit_database_pool_max: { type: 'gauge', help: 'DATABASE_POOL.' },
	plaudit_postgres_size_bytes: { type: 'gauge', help: 'Size of the database.' },
	plaudit_postgres_connections: { type: 'gauge', help: 'Connections of all clients to PostgreSQL.' },
	plaudit_postgres_connections_max: { type: 'gauge', help: 'max_connections of PostgreSQL.' },
	plaudit_postgres_oldest_transaction_seconds: { type: 'gauge', help: 'Age of the oldest open transaction.' },
	plaudit_postgres_commits_total: { type: 'counter', help: 'Committed transactions.' },
	plaudit_postgres_rollbacks_total: { type: 'counter', help: 'Transactions that were rolled back.' },
	plaudit_postgres_deadlocks_total: { type: 'counter', help: 'Deadlocks.' },
	plaudit_postgres_blocks_read_total: { type: 'counter', help: 'Blocks read from outside PostgreSQL’s memory.' },
	plaudit_postgres_blocks_hit_total: { type: 'counter', help: 'Blocks found in PostgreSQL’s memory.' },
	plaudit_postgres_checkpoints_timed_total: { type: 'counter', help: 'Checkpoints by time.' },
	plaudit_postgres_checkpoints_requested_total: {
		type: 'counter',
		help: 'Checkpoints because much was written, or on request.',
	},
	plaudit_postgres_wal_bytes_total: { type: 'counter', help: 'Bytes written to the write-ahead log.' },
	plaudit_postgres_replicas: { type: 'gauge', help: 'Connected standby servers, where their list can be read.' },
	plaudit_postgres_replication_lag_bytes: {
		type: 'gauge',
		help: 'Bytes that the slowest standby server has not yet replayed.',
	},
	plaudit_data_dir_free_bytes: { type: 'gauge', help: 'Free space of the disk of DATA_DIR.' },
	plaudit_data_dir_size_bytes: { type: 'gauge', help: 'Size of the disk of DATA_DIR.' },
	plaudit_data_dir_reserved_bytes: { type: 'gauge', help: 'MIN_FREE_DISK_MB: below it no new files are taken.' },
	plaudit_files_up: {
		type: 'gauge',
		help: '1 when a file could be stored and read again within the last minute; absent before the first look.',
	},
	plaudit_ready: {
		type: 'gauge',
		help: '1 while a part of /ready works, or leaves the node in rotation; absent when it does not answer in time.',
		labels: ['check'],
	},
	plaudit_certificate_left_seconds: {
		type: 'gauge',
		help: 'Time until the certificate of SITE_URL ends, negative afterwards; absent where this machine cannot read it.',
	},
	plaudit_last_backup_timestamp_seconds: {
		type: 'gauge',
		help: 'Unix time of the last complete backup; absent before the first.',
	},
	plaudit_last_backup_ok: { type: 'gauge', help: '1 when the last backup succeeded; absent before the first.' },
	plaudit_backup_overdue: {
		type: 'gauge',
		help: '1 when BACKUP_SCHEDULE has asked for a backup for two hours and none was made.',
	},
	plaudit_backup_last_success_timestamp_seconds: {
		type: 'gauge',
		help: 'Unix time of the last complete backup of any node; absent before the first.',
	},
	plaudit_backup_last_check_timestamp_seconds: {
		type: 'gauge',
		help: 'Unix time of the last check of a backup by a restore that passed; absent before the first.',
	},
	plaudit_backup_last_size_bytes: { type: 'gauge', help: 'Size of the last complete backup; absent before the first.' },
	plaudit_backup_failed: { type: 'gauge', help: '1 when the latest backup, or its check, failed.' },
	plaudit_backup_check_failed: {
		type: 'gauge',
		help: '1 when the latest check of a backup by a restore failed.',
	},
	plaudit_wal_archived_until_timestamp_seconds: {
		type: 'gauge',
		help: 'Unix time up to which the write-ahead log is in BACKUP_TARGET; absent where it is not archived.',
	},
	plaudit_wal_archive_failed: {
		type: 'gauge',
		help: '1 while the write-ahead log cannot be written to BACKUP_TARGET.',
	},
	plaudit_deployment_finding: {
		type: 'gauge',
		help: '1 while this node finds its deployment wrong in this way; docs/findings.md lists the codes.',
		labels: ['code'],
	},
} as const satisfies Record<string, MetricDefinition>

export type MetricName = keyof typeof metricDefinitions
