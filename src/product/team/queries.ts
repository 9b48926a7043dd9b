import { sql } from '#platform/pg/sql.ts'
import type { Role } from '#shared/rows.ts'
import type { LinkChannel } from './join-token.ts'

/** Contents of the mail that invites a person to a team. */
export type MemberInvitationMailData = {
	email: string
	role: Role
	space: string
	locale: string
	/** Null when the inviter gave no name. */
	inviter: string | null
	expires_at: string
	version: number
}

/** The contents of a mail; no row once the invitation is settled or has expired. */
export const memberInvitationMailData = (invitation: string) => sql`
	select space_id, email, role, space, locale, inviter, expires_at, version from private.member_invitation_mail(${invitation})`

/** Stores the hash of a link's token; `is_kept` is false once the invitation is settled, has expired or was renewed. */
export const storeMemberInvitationToken = (invitation: string, version: number, channel: LinkChannel, hash: Buffer) =>
	sql`select private.store_member_invitation_token(${invitation}, ${version}, ${channel}, ${hash}) as is_kept`

/** Records that the mail was sent, or the mail server's refusal. */
export const recordMemberInvitationMail = (invitation: string, failure: string | null) =>
	sql`select private.record_member_invitation_mail(${invitation}, ${failure})`

/** The version of an invitation; no row for callers who do not own its space. */
export const memberInvitationVersion = (invitation: string) =>
	sql`select version from public.member_invitations where id = ${invitation}`

/** `proof`: `proven`, `invited` or null. Without a token, any open invitation of the address counts as `invited`. */
export const signupInvitation = (email: string, tokenHash: Buffer | null) =>
	sql`select private.signup_invitation(${email}, ${tokenHash}) as proof`
