import { sql } from '#platform/pg/sql.ts'

/** A mail that this node has taken to send. */
export type ClaimedMail = {
	mail_id: string
	kind: 'invitation' | 'reminder'
	attempts: number
	invitation_id: string
	space_id: string
	email: string
	name: string | null
	expires_at: Date
	subject: string
	message: string
	reply_to: string | null
	/** When the customer was asked first. */
	asked_at: Date
	form_slug: string
	form_title: string
	locale: string
	space_name: string
	brand: Record<string, unknown>
}

/** Takes due mails of one space for some seconds, after which another node may take them. */
export const claimInvitationMails = (wanted: number, leaseSeconds: number) => sql`
	select mail_id, kind, attempts, invitation_id, space_id, email, name, expires_at, subject, message, reply_to, asked_at,
		form_slug, form_title, locale, space_name, brand
	from private.claim_invitation_mails(${wanted}, ${leaseSeconds})`

/** Stores the hashes of the tokens of personal links. */
export const storeInvitationTokens = (invitations: readonly string[], hashes: readonly Buffer[]) =>
	sql`select private.store_invitation_tokens(${invitations}::uuid[], ${hashes}::bytea[])`

/** Records the outcome of a claimed mail. @param pauseSeconds after which a mail with the outcome `later` is due again */
export const recordInvitationMail = (
	mail: string,
	outcome: 'sent' | 'refused' | 'later',
	words = '',
	pauseSeconds = 0,
) => sql`select private.record_invitation_mail(${mail}, ${outcome}, ${words}, ${pauseSeconds})`

/** Marks invitations whose personal link has ended. */
export const expireInvitations = () => sql`select private.expire_invitations()`

/** The invitation of a personal link as JSON, or null. */
export const findInvitation = (tokenHash: Buffer) => sql`select private.find_invitation(${tokenHash}) as invitation`

/** Declines by a personal link, or takes that back; `is_known` is false for an unknown token. */
export const declineInvitation = (tokenHash: Buffer, undo: boolean) =>
	sql`select private.decline_invitation(${tokenHash}, ${undo}) as is_known`

/** Records a bounce or a complaint. @param mail id of the mail, when the report names it */
export const recordBounce = (mail: string | null, email: string, isComplaint: boolean, reason: string) =>
	sql`select private.record_bounce(${mail}::uuid, ${email}, ${isComplaint}, ${reason}) as is_known`

/** A form with its space, as the text of an invitation names them. */
export type FormToInviteTo = Pick<ClaimedMail, 'form_slug' | 'form_title' | 'locale' | 'space_name' | 'brand'>

/** A form with its space, as an invitation to it is previewed; no row for callers who are not members. */
export const formToInviteTo = (form: string) => sql`
	select f.slug as form_slug, f.title as form_title, f.locale, s.name as space_name, s.brand
	from public.forms f join public.spaces s on s.id = f.space_id
	where f.id = ${form}`
