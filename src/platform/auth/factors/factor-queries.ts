import type { FactorType } from '#platform/auth/accounts/users/account.ts'
import { sql } from '#platform/pg/sql.ts'

/** A factor with the columns that its wire form hides. */
export type StoredFactor = {
	id: string
	user_id: string
	factor_type: FactorType
	status: 'unverified' | 'verified'
	friendly_name: string | null
	secret: Buffer | null
	phone: string | null
}
/** The columns of a challenge that verification reads. `webauthn_challenge` is base64url. */
export type StoredChallenge = {
	id: string
	ip: string
	webauthn_challenge: string | null
	verified_at: Date | null
	expired: boolean
}
export type NewFactor = {
	kind: FactorType
	name: string | null
	secret: Buffer | null
	phone: string | null
}
export type NewChallenge = {
	id: string
	ip: string
	codeHash: Buffer | null
	webauthn: string | null
}

const maxWrongAnswers = 10

/** Abandoned enrollments make room for new ones. */
export const deleteStaleFactors = (userId: string) => sql`
	delete from auth.mfa_factors
	where user_id = ${userId} and status = 'unverified' and last_challenged_at is null
		and created_at < now() - interval '5 minutes'`

export const deleteUnverifiedPhone = (userId: string, phone: string) => sql`
	delete from auth.mfa_factors where user_id = ${userId} and phone = ${phone} and status = 'unverified'`

export const factorCount = (userId: string) => sql`
	select count(*) from auth.mfa_factors where user_id = ${userId}`

export const insertFactor = (id: string, userId: string, f: NewFactor) => sql`
	insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, secret, phone)
	values (${id}, ${userId}, ${f.name}, ${f.kind}, ${f.secret}, ${f.phone})`

export const selectFactor = (userId: string, id: string) => sql`
	select id, user_id, factor_type, status, friendly_name, secret, phone from auth.mfa_factors
	where id = ${id} and user_id = ${userId}`

export const insertChallenge = (factorId: string, challenge: NewChallenge) => sql`
	with factor as (
		update auth.mfa_factors set last_challenged_at = now() where id = ${factorId}
	)
	insert into auth.mfa_challenges (id, factor_id, ip, code_hash, webauthn_challenge)
	values (${challenge.id}, ${factorId}, ${challenge.ip}, ${challenge.codeHash}, ${challenge.webauthn})`

export const selectChallenge = (factorId: string, id: string) => sql`
	select id, ip, webauthn_challenge, verified_at, created_at < now() - interval '5 minutes' as expired
	from auth.mfa_challenges where id = ${id} and factor_id = ${factorId}`

/** Only one of several concurrent correct answers gets the row. */
export const consumeChallenge = (id: string) => sql`
	update auth.mfa_challenges set verified_at = now() where id = ${id} and verified_at is null returning id`

/** Like consumeChallenge, for a code that was sent; its factor becomes verified. */
export const consumeCodeChallenge = (id: string, codeHash: Buffer) => sql`
	with spent as (
		update auth.mfa_challenges set verified_at = now()
		where id = ${id} and code_hash = ${codeHash} and verified_at is null and failures < ${maxWrongAnswers}
		returning factor_id
	)
	update auth.mfa_factors set status = 'verified', updated_at = now()
	where id = (select factor_id from spent)
	returning id`

export const markVerifiedByWebauthn = (factorId: string, aaguid: string) => sql`
	update auth.mfa_factors set status = 'verified', web_authn_aaguid = ${aaguid}, updated_at = now()
	where id = ${factorId}`

export const countWrongAnswer = (id: string) => sql`
	update auth.mfa_challenges set failures = failures + 1 where id = ${id}`

/** Only one of several concurrent uses of a time step gets the row. */
export const consumeTotpStep = (factorId: string, step: number) => sql`
	update auth.mfa_factors
	set status = 'verified', last_used_step = ${step}, updated_at = now()
	where id = ${factorId} and (last_used_step is null or last_used_step < ${step})
	returning id`

export const deleteUnverifiedFactors = (userId: string, type: string) => sql`
	delete from auth.mfa_factors
	where user_id = ${userId} and factor_type = ${type} and status = 'unverified'`

/** Raises this session, invalidates its earlier refresh tokens and ends the user's other sessions at aal1. */
export const elevateSession = (userId: string, session: string, factorId: string, entry: unknown) => sql`
	with others as (
		delete from auth.sessions where user_id = ${userId} and id <> ${session} and aal = 'aal1'
	)
	update auth.sessions
	set aal = 'aal2', factor_id = ${factorId},
		amr = ${JSON.stringify([entry])}::jsonb || (
			select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(amr) e
			where e ->> 'method' <> ${JSON.stringify(entry)}::jsonb ->> 'method'
		),
		refresh_counter = refresh_counter + 2, refresh_floor = refresh_counter + 2, updated_at = now()
	where id = ${session}`

/** Another verified factor that recovery codes could substitute. */
export const otherVerifiedFactor = (userId: string, factorId: string) => sql`
	select id from auth.mfa_factors
	where user_id = ${userId} and id <> ${factorId} and status = 'verified' and factor_type <> 'recovery_code'
	limit 1`

/**
 * Deletes a factor and lowers the sessions that it raised. Recovery codes are deleted with the last factor that they
 * could substitute.
 */
export const deleteFactor = (userId: string, factorId: string) => sql`
	with useless as (
		select id from auth.mfa_factors
		where user_id = ${userId} and factor_type = 'recovery_code' and id <> ${factorId} and not exists (
			select from auth.mfa_factors
			where user_id = ${userId} and id <> ${factorId} and status = 'verified' and factor_type <> 'recovery_code'
		)
	), codes as (
		delete from auth.mfa_factors where id in (select id from useless)
	), fallen as (
		update auth.sessions
		set aal = 'aal1', factor_id = null, updated_at = now(),
			amr = (
				select coalesce(jsonb_agg(e), '[]') from jsonb_array_elements(amr) e
				where e ->> 'method' <> 'totp' and e ->> 'method' not like 'mfa/%'
			)
		where user_id = ${userId} and (factor_id = ${factorId} or factor_id in (select id from useless))
	)
	delete from auth.mfa_factors where id = ${factorId} and user_id = ${userId} returning *`

/** Null leaves a column unchanged. A code sent to a number that is replaced proves nothing about the new one. */
export const updateFactor = (
	userId: string,
	factorId: string,
	{ name, phone }: { name: string | null; phone: string | null },
) => sql`
	with outdated as (
		delete from auth.mfa_challenges c using auth.mfa_factors f
		where c.factor_id = ${factorId} and f.id = c.factor_id and f.user_id = ${userId} and f.phone <> ${phone}
	)
	update auth.mfa_factors
	set friendly_name = coalesce(${name}, friendly_name), updated_at = now(),
		phone = case when factor_type = 'phone' then coalesce(${phone}, phone) end
	where id = ${factorId} and user_id = ${userId}
	returning *`

export const deleteOldMfaChallenges = () => sql`
	with factors as (
		delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'
	)
	delete from auth.mfa_challenges where created_at < now() - interval '1 day'`
