import { sql } from '#server/pg/sql.ts'

export type EndedSessionRow = { session_id: string; ended_at: number }

/** What ended within so many seconds, the oldest first; of more than `most` the newest. Times are unix milliseconds. */
export const endedWithin = (seconds: number, most: number) => sql`
	select session_id, extract(epoch from ended_at)::float8 * 1000 as ended_at
	from (
		select * from auth.ended_sessions
		where ended_at > now() - make_interval(secs => ${seconds}::float8)
		order by ended_at desc limit ${most}
	) newest
	order by newest.ended_at`

export type BanRow = { user_id: string; until: number; changed_at: number }

/** Bans that came or went within so many seconds, the oldest first. Times are unix milliseconds, 0 of a ban that was lifted. */
export const bansWithin = (seconds: number, most: number) => sql`
	select user_id, auth.milliseconds(coalesce(until, 'epoch')) as until, auth.milliseconds(changed_at) as changed_at
	from (
		select * from auth.bans
		where changed_at > now() - make_interval(secs => ${seconds}::float8)
		order by changed_at desc limit ${most}
	) newest
	order by newest.changed_at`

export const forgetBans = (seconds: number) => sql`
	delete from auth.bans where changed_at < now() - make_interval(secs => ${seconds}::float8)`

export const forgetEndedSessions = (seconds: number) => sql`
	delete from auth.ended_sessions where ended_at < now() - make_interval(secs => ${seconds}::float8)`
