/** Retains WAL from the start of a backup until its connection ends. */
export const keepWal = `select pg_create_physical_replication_slot('plaudit_backup_' || pg_backend_pid(), true, true)`

/** @returns `wal`, the first WAL file that the copy needs */
export const startBackup = `select pg_walfile_name(pg_backup_start('plaudit', fast => true)) as wal`

/** @returns `label`, which tells PostgreSQL where recovery of the copy begins */
export const stopBackup = `select labelfile as label from pg_backup_stop(wait_for_archive => false)`

/** Tables whose rows are compared after a restore: not those of the job queue, live changes and crash-safe-less limits. */
export const countedTables = `
	select format('%I.%I', n.nspname, c.relname) as name,
		coalesce(s.n_tup_ins + s.n_tup_del, 0)::text as changes
	from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_all_tables s on s.relid = c.oid
	where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('plaudit', 'realtime', 'information_schema')
		and n.nspname not like 'pg\\_%'
	order by 1`

/** Size of all databases of the server, in bytes. */
export const databaseBytes = 'select sum(pg_database_size(oid))::text as bytes from pg_database'
