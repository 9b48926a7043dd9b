export const describeSession = `select pg_backend_pid() as pid, to_regclass('plaudit.migrations') is not null as "isMigrated"`

/** Marks the session as the operator's own, so that OWN_TABLES_GRANT applies to its tables. */
export const enterOwnTables = "set plaudit.own_tables = 'on'"
export const leaveOwnTables = 'reset plaudit.own_tables'
