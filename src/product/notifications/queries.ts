import { sql } from '#platform/pg/sql.ts'
import type { NotificationChoice } from '#shared/rows.ts'

/** Turns up to `most` events into mails to members; `taken` is their number. */
export const createNotificationMails = (most: number) => sql`select private.create_notification_mails(${most}) as taken`

/** Takes due mails for some seconds, after which another worker may take them. */
export const claimNotificationMails = (most: number, leaseSeconds: number) => sql`
	select mail from private.claim_notification_mails(${most}, make_interval(secs => ${leaseSeconds})) mail`

/** Outcome of one attempt; `retry` leaves the mail open. */
type MailOutcome = 'sent' | 'empty' | 'refused' | 'given_up' | 'retry'

/** Records the outcome of an attempt. */
export const finishNotificationMail = (
	mail: { id: string; attempts: number; space: { id: string } },
	outcome: MailOutcome,
	reason: string | null,
	pauseSeconds: number,
) => sql`
	select private.finish_notification_mail(${mail.space.id}, ${mail.id}, ${mail.attempts}, ${outcome}, ${reason},
		make_interval(secs => ${pauseSeconds}))`

/** True when an event or a due mail waits. */
export const hasNotificationsDue = () => sql`select private.has_notifications_due() as due`

/** A member's choice in a space, or null. */
export const readNotificationChoice = (space: string, user: string) =>
	sql`select private.read_notification_choice(${space}, ${user}) as found`

/** Stores a member's choice in a space. */
export const chooseNotifications = (space: string, user: string, choice: NotificationChoice, changes: boolean) =>
	sql`select private.choose_notifications(${space}, ${user}, ${choice}, ${changes})`

/** True when a submitter gets mails about a testimonial, with its space; or null. */
export const readSubmitterMails = (testimonial: string) =>
	sql`select private.read_submitter_mails(${testimonial}) as found`

/** Stops the mails about a testimonial to its submitter, or allows them again. */
export const stopSubmitterMails = (testimonial: string, stop: boolean) =>
	sql`select private.stop_submitter_mails(${testimonial}, ${stop})`
