import { sql } from '#server/pg/sql.ts'

export type NewSession = {
	id: string
	userId: string
	aal: string
	amr: unknown
	userAgent: string
	ip: string
	notAfter: Date | null
}

/** Opens a session only while the password is still the one that was verified; `null` for other ways in. */
export const openSession = (s: NewSession, verifiedPassword: string | null) => sql`
	insert into auth.sessions (id, user_id, aal, amr, user_agent, ip, not_after)
	select ${s.id}, id, ${s.aal}, ${JSON.stringify(s.amr)}::jsonb, ${s.userAgent}, ${s.ip}, ${s.notAfter}::timestamptz
	from auth.users
	where id = ${s.userId} and (${verifiedPassword}::text is null or encrypted_password = ${verifiedPassword})`

export const noteSignIn = (userId: string) => sql`
	with identity as (
		update auth.identities set last_sign_in_at = now(), updated_at = now()
		where user_id = ${userId} and provider = 'email'
	)
	update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${userId}`

/**
 * Notes where a session was opened from. When its user was seen elsewhere before and neither this network is known nor this
 * device in this region, a job is queued that tells them.
 */
export const noteSource = (
	session: string,
	userId: string,
	{ network, region, device }: { network: string; region: string; device: string },
	notice: Record<string, unknown>,
) => sql`
	with known as (
		select count(*) as total, bool_or(source = ${network}) as network, bool_or(source = ${region}) as region,
			bool_or(source = ${device}) as device
		from auth.known_sources where user_id = ${userId} and seen_at > now() - interval '90 days'
	), noted as (
		insert into auth.known_sources (user_id, source)
		select s.user_id, source
		from auth.sessions s, unnest(array[${network}::text, ${region}::text, ${device}::text]) source
		where s.id = ${session}
		on conflict (user_id, source) do update set seen_at = now()
		where known_sources.seen_at < now() - interval '1 day'
	)
	insert into plaudit.jobs (kind, payload)
	select 'new-device', ${JSON.stringify(notice)}::jsonb
	from known k, auth.sessions s
	where s.id = ${session} and k.total > 0 and not (k.network or k.region and k.device)`

/** A user through one of their sessions, with what a token says of it. */
export const accountOfSession = (session: string) => sql`
	select a.*, s.aal as session_aal, s.amr as session_amr, s.refresh_counter
	from auth.sessions s join auth.accounts a on a.id = s.user_id
	where s.id = ${session}`

/** Limits of a session in seconds; 0 is none. */
export type SessionLimits = {
	reuse: number
	timebox: number
	inactivity: number
	lowAal: number
	single: boolean
}

/** One statement, so that the session and its user are read in the same breath. */
export const rotateSession = (
	session: string,
	counter: bigint,
	l: SessionLimits,
	userAgent: string,
	ip: string,
) => sql`
	select r.outcome, r.counter, a.*, s.aal as session_aal, s.amr as session_amr, s.created_at as session_created_at
	from auth.rotate_session(
		${session}, ${counter}, ${l.reuse}, ${l.timebox}, ${l.inactivity}, ${l.lowAal}, ${l.single}, ${userAgent}, ${ip}
	) r
	left join auth.sessions s on s.id = ${session}
	left join auth.accounts a on a.id = s.user_id`

export const endSession = (userId: string, session: string) => sql`
	delete from auth.sessions where user_id = ${userId} and id = ${session}`

export const endOtherSessions = (userId: string, session: string | null) => sql`
	delete from auth.sessions where user_id = ${userId} and id is distinct from ${session}`

export const endAllSessions = (userId: string) => sql`
	delete from auth.sessions where user_id = ${userId}`

export const sessionExists = (session: string) => sql`
	select from auth.sessions where id = ${session} and (not_after is null or not_after > now())`
