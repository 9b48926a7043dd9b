import { sql } from '#platform/pg/sql.ts'

export type NewSession = {
	id: string
	userId: string
	aal: string
	amr: unknown
	userAgent: string
	ip: string
	notAfter: Date | null
}

/**
 * Opens a session, records the sign-in and returns its user. Queues a notice when the user is known elsewhere, but not
 * in this network, nor with this device in this region.
 * @param verifiedPassword opens only while this is the stored hash; null for other methods
 * @param single ends every other session of the user
 */
export const openSession = (
	s: NewSession,
	verifiedPassword: string | null,
	traits: Record<string, unknown>,
	{ network, region, device }: { network: string; region: string; device: string },
	notice: Record<string, unknown>,
	single: boolean,
) => sql`
	select * from auth.open_session(
		${s.id}, ${s.userId}, ${verifiedPassword}, ${s.aal}, ${JSON.stringify(s.amr)}, ${s.userAgent}, ${s.ip}, ${s.notAfter},
		${JSON.stringify(traits)}, array[${network}::text, ${region}::text, ${device}::text], ${JSON.stringify(notice)}, ${single}
	)`

/** Returns a row when the account was signed in to from this network. */
export const isKnownNetwork = (userId: string, network: string) => sql`
	select from auth.known_sources where user_id = ${userId} and source = ${network}`

/** A user through one of their sessions, with the data of its tokens. */
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

/** One statement, so that session and user are read from one snapshot. */
export const rotateSession = (session: string, counter: bigint, l: SessionLimits, userAgent: string, ip: string) => sql`
	select r.outcome, r.counter, a.*, s.aal as session_aal, s.amr as session_amr, s.created_at as session_created_at
	from auth.rotate_session(
		${session}, ${counter}, ${l.reuse}, ${l.timebox}, ${l.inactivity}, ${l.lowAal}, ${l.single}, ${userAgent}, ${ip}
	) r
	left join auth.sessions s on s.id = ${session}
	left join auth.accounts a on a.id = s.user_id`

export const deleteSession = (userId: string, session: string) => sql`
	delete from auth.sessions where user_id = ${userId} and id = ${session}`

export const deleteOtherSessions = (userId: string, session: string | null) => sql`
	delete from auth.sessions where user_id = ${userId} and id is distinct from ${session}`

export const deleteAllSessionsOf = (userId: string) => sql`
	delete from auth.sessions where user_id = ${userId}`

/** For this transaction: access tokens of ended sessions stay valid until `exp` (SESSIONS_END_AT_ONCE off). */
export const keepAccessTokensUntilExpiry = () => sql`
	select set_config('auth.access_tokens_expire', 'on', true)`

export const sessionExists = (session: string) => sql`
	select from auth.sessions where id = ${session} and (not_after is null or not_after > now())`

export const deleteExpiredSessions = () => sql`
	delete from auth.sessions where not_after < now() - interval '1 day'`
