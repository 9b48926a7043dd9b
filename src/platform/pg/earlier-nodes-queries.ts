import { type Query, sql } from './sql.ts'

/** Raised by a version that hands out what nodes of the version before do not read. */
const generation = 1
const lockClass = 88_217_004

/** Marks the session of a listener for as long as it lasts. Locks of a session are what every role sees of it on every PostgreSQL. */
export const markGeneration = `select pg_advisory_lock_shared(${lockClass}, ${generation})`

/** True when there are listeners without the mark, or with one of an earlier generation. @param listeners the beginning of their name */
export const findEarlierNodes = (listeners: string): Query => sql`
	select exists (select from pg_catalog.pg_stat_activity a
		where a.datname = current_database() and starts_with(a.application_name, ${listeners})
			and not exists (select from pg_catalog.pg_locks l
				where l.pid = a.pid and l.locktype = 'advisory' and l.objsubid = 2
					and l.classid = ${lockClass} and l.objid >= ${generation})) as exist`
