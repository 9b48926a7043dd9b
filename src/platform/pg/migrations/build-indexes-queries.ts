export const findValidIndexes = `select c.relname as name from pg_catalog.pg_class c join pg_catalog.pg_index i on i.indexrelid = c.oid
	where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace and i.indisvalid`

/** A lock of the session: the indexes are built outside a transaction. */
export const lockIndexes = "select pg_try_advisory_lock(hashtext('plaudit indexes')) as locked"
export const freeIndexes = "select pg_advisory_unlock(hashtext('plaudit indexes')); reset lock_timeout"

/** Milliseconds. */
export const limitWait = "select set_config('lock_timeout', $1, false)"
