import { sql } from '#platform/pg/sql.ts'

export type EndedSessionRow = { session_id: string; ended_at: number }

/** The newest `limit` sessions that ended in the last `seconds`, oldest first. Times are unix milliseconds. */
export const selectEndedSessions = (seconds: number, limit: number) => sql`
	select session_id, extract(epoch from ended_at)::float8 * 1000 as ended_at
	from (
		select * from auth.ended_sessions
		where ended_at > now() - make_interval(secs => ${seconds}::float8)
		order by ended_at desc limit ${limit}
	) newest
	order by newest.ended_at`

export type BanRow = { user_id: string; until: number; changed_at: number }

/** Bans that changed in the last `seconds`, oldest first. Times are unix milliseconds; `until` is 0 for a lifted ban. */
export const selectBans = (seconds: number, limit: number) => sql`
	select user_id, auth.milliseconds(coalesce(until, 'epoch')) as until, auth.milliseconds(changed_at) as changed_at
	from (
		select * from auth.bans
		where changed_at > now() - make_interval(secs => ${seconds}::float8)
		order by changed_at desc limit ${limit}
	) newest
	order by newest.changed_at`

export const deleteOldBans = (seconds: number) => sql`
	delete from auth.bans where changed_at < now() - make_interval(secs => ${seconds}::float8)`

export const deleteOldEndedSessions = (seconds: number) => sql`
	delete from auth.ended_sessions where ended_at < now() - make_interval(secs => ${seconds}::float8)`
