import { sql } from '#platform/pg/sql.ts'

/** Actions of the audit log, and their kinds. */
const kinds = {
	logout: 'account',
	user_signedup: 'team',
	user_invited: 'team',
	invite_accepted: 'account',
	user_deleted: 'team',
	user_modified: 'user',
	user_recovery_requested: 'user',
	user_reauthenticate_requested: 'user',
	user_confirmation_requested: 'user',
	user_repeated_signup: 'user',
	user_updated_password: 'user',
	factor_in_progress: 'factor',
	challenge_created: 'factor',
	factor_unenrolled: 'factor',
	factor_deleted: 'factor',
	factor_updated: 'factor',
	verification_attempted: 'account',
	recovery_codes_generated: 'factor',
	recovery_codes_regenerated: 'factor',
	recovery_codes_verified: 'factor',
	recovery_codes_deleted: 'factor',
	passkey_created: 'user',
	passkey_updated: 'user',
	passkey_deleted: 'user',
	identity_linked: 'user',
	identity_unlinked: 'user',
} as const
export type AuditAction = keyof typeof kinds

/** Adds an entry about a user to the audit log, in the transaction of the action itself. */
export const insertAuditEntry = (
	action: AuditAction,
	userId: string,
	ip: string,
	traits: Record<string, unknown> = {},
) => sql`
	insert into auth.audit_log_entries (payload, ip_address)
	select jsonb_build_object(
			'action', ${action}::text, 'actor_id', id, 'actor_username', coalesce(email, phone, ''),
			'actor_via_sso', is_sso_user, 'log_type', ${kinds[action]}::text
		) || case when ${JSON.stringify(traits)}::jsonb = '{}' then '{}' else jsonb_build_object('traits', ${JSON.stringify(traits)}::jsonb) end,
		${ip}
	from auth.users where id = ${userId}`

/** `field` is action, author or type; `filter` is a substring of its value. */
export const listAuditEntries = (field: string, filter: string, limit: number, offset: number) => sql`
	select id, payload, created_at, ip_address from auth.audit_log_entries
	where ${filter} = '' or strpos(lower(payload ->> case ${field}
		when 'action' then 'action' when 'author' then 'actor_username' else 'log_type' end), lower(${filter})) > 0
	order by created_at desc, id
	limit ${limit} offset ${offset}`

export const countAuditEntries = (field: string, filter: string) => sql`
	select count(*) as total from auth.audit_log_entries
	where ${filter} = '' or strpos(lower(payload ->> case ${field}
		when 'action' then 'action' when 'author' then 'actor_username' else 'log_type' end), lower(${filter})) > 0`

export const deleteOldAuditEntries = () => sql`
	delete from auth.audit_log_entries where created_at < now() - interval '400 days'`
