import { sql } from '#server/pg/sql.ts'

export const dropOldChallenges = () => sql`
	with factors as (
		delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'
	)
	delete from auth.mfa_challenges where created_at < now() - interval '1 day'`

export const dropDeadSessions = () => sql`
	delete from auth.sessions where not_after < now() - interval '1 day'`

/** Nobody can come back to an anonymous user without a session. */
export const dropIdleAnonymous = () => sql`
	delete from auth.users u
	where u.is_anonymous and u.created_at < now() - interval '30 days'
		and not exists (
			select from auth.sessions s
			where s.user_id = u.id and coalesce(s.refreshed_at, s.created_at) > now() - interval '30 days'
		)`
