import type { OutboxMail } from '#platform/mail/read-outbox.ts'
import { sql } from '#platform/pg/sql.ts'

/** Everything about one person; null once the actor is no owner. Written into the history of the space. */
export const exportPerson = (space: string, actor: string, address: string | null, testimonials: string[]) => sql`
	select private.export_person(${space}, ${actor}, ${address}, ${testimonials}::uuid[]) as record`

type Purge = { space_id: string; until: string; actor: string | null; run: string }

/** Deletes one piece of the spam of a space; returns its size. */
export const purgeSpam = ({ space_id, until, actor, run }: Purge, most: number) => sql`
	select private.purge_spam(${space_id}, ${until}, ${actor}, ${run}, ${most}) as erased`

/** Deletes one piece of what the retention time of a space ends; returns its size. */
export const applyRetention = (run: string, most: number) => sql`
	select private.apply_retention(${run}, ${most}) as erased`

/** The names of written mails that are about a person or object that is erased. */
export const erasedMails = (mails: readonly OutboxMail[]) => sql`
	select name from private.erased_mails(${JSON.stringify(mails)}::jsonb)`
