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

/**
 * Opens a session and notes it wherever a sign-in is noted; when its user was seen elsewhere before, and neither this network is
 * known nor this device in this region, a job is queued that tells them. Gives the user as they are then.
 * @param verifiedPassword opens only while this is the stored hash; `null` for other ways in
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

/** Whether somebody signed in to the account from this network. */
export const isKnownNetwork = (userId: string, network: string) => sql`
	select from auth.known_sources where user_id = ${userId} and source = ${network}`

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

/** In this transaction, sessions end without their access tokens: those live to their `exp` (0086_tokens_after_sign_out.sql). */
export const letAccessTokensExpire = () => sql`
	select set_config('auth.access_tokens_expire', 'on', true)`

export const sessionExists = (session: string) => sql`
	select from auth.sessions where id = ${session} and (not_after is null or not_after > now())`
