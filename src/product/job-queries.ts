import { sql } from '#platform/pg/sql.ts'

/** @param maxPerHour mails of one space; null: unlimited */
export const receiptMail = (testimonial: string, maxPerHour: number | null) =>
	sql`select email, space, may_go from private.receipt_mail(${testimonial}, ${maxPerHour})`

export const forgetOld = () => sql`select private.forget_old()`
