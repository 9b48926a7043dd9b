import { sql } from '#platform/pg/sql.ts'

export const waitingMails = () => sql`select notifications, invitations from private.waiting_mails()`

export const dueMails = () => sql`select private.due_mails() as due`
