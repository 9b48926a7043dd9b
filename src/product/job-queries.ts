import { sql } from '#platform/pg/sql.ts'

/** Data of the mail with the private link. @param maxPerHour mails of one space; null: unlimited */
export const receivedMailData = (testimonial: string, maxPerHour: number | null) => sql`
	select email, space_name, color, locale, author_name, body, may_go from private.received_mail(${testimonial}, ${maxPerHour})`

/** Data of the mail about the first publication. @param maxPerHour as above */
export const publishedMailData = (testimonial: string, maxPerHour: number | null) => sql`
	select email, space_name, color, locale, body, is_part, scope, wall, published_at, may_go
	from private.published_mail(${testimonial}, ${maxPerHour})`

export const forgetOld = () => sql`select private.forget_old()`
