import { sql } from '#server/pg/sql.ts'

export const receiptMail = (testimonial: string) =>
	sql`select email, space from private.receipt_mail(${testimonial})`

export const forgetOld = () => sql`select private.forget_old()`
