import { sql } from '#server/pg/sql.ts'

/** @param mostPerHour mails of a space; null lifts the budget */
export const receiptMail = (testimonial: string, mostPerHour: number | null) =>
	sql`select email, space, may_go from private.receipt_mail(${testimonial}, ${mostPerHour})`

export const forgetOld = () => sql`select private.forget_old()`
