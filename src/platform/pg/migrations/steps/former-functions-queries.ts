/** @param $1 `schema.name` */
export const findOverloads = `select p.oid as id from pg_catalog.pg_proc p
	where p.pronamespace = to_regnamespace(split_part($1, '.', 1)) and p.proname = split_part($1, '.', 2)`

/** Statements that give a function another name, and then another schema. @param $1 its id */
export const renameToFormer = `select format('alter function %s rename to %I', p.oid::regprocedure, 'former_' || p.oid) as statement
	from pg_catalog.pg_proc p where p.oid = $1`
export const moveToPlaudit = `select format('alter function %s set schema plaudit', p.oid::regprocedure) as statement
	from pg_catalog.pg_proc p where p.oid = $1`

/** The functions that updates set aside. */
export const findFormer = `select p.oid::regprocedure::text as signature from pg_catalog.pg_proc p
	where p.pronamespace = to_regnamespace('plaudit') and p.proname ~ '^former_[0-9]+$' order by p.oid`

/** Transactions of clients in this database: those of an automatic vacuum have no user. */
export const findRunning = `select coalesce(array_agg(l.virtualtransaction), '{}') as running
	from pg_catalog.pg_locks l join pg_catalog.pg_stat_activity a using (pid)
	where l.locktype = 'virtualxid' and l.granted and l.pid <> pg_backend_pid()
		and a.datname = current_database() and a.usesysid is not null`
/** @param $1 those that ran earlier */
export const findStillRunning = `select coalesce(array_agg(l.virtualtransaction), '{}') as running from pg_catalog.pg_locks l
	where l.locktype = 'virtualxid' and l.granted and l.virtualtransaction = any ($1)`
