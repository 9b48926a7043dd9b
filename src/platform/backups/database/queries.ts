/** Keeps tables as they are, and lets everybody read and write rows: only a migration that changes one of them waits. */
export const lockShared = (names: readonly string[]) => `lock table only ${names.join(', only ')} in access share mode`

/** The operator's own migrations that were applied. */
export const readOwnApplied = 'select name from plaudit.own_migrations order by name'

export const readServer = `select current_setting('server_version') as server, pg_database_size(current_database())::text as bytes`
