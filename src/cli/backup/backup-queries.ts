/** Retains WAL from the start of a backup until its connection ends. */
export const keepWal = `select pg_create_physical_replication_slot('plaudit_backup_' || pg_backend_pid(), true, true)`

/** @returns `wal`, the first WAL file that the copy needs */
export const startBackup = `select pg_walfile_name(pg_backup_start('plaudit', fast => true)) as wal`

/** @returns `label`, which tells PostgreSQL where recovery of the copy begins */
export const stopBackup = `select labelfile as label from pg_backup_stop(wait_for_archive => false)`
