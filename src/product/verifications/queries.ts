import { sql } from '#platform/pg/sql.ts'

export const confirmAddress = (token: Buffer, email: string) =>
	sql`select private.confirm_address(${token}, ${email}) as is_confirmed`

/** Notes that a person sees the page behind a personal link. */
export const openInvitation = (token: Buffer) => sql`select private.open_invitation(${token})`

/** The row of an order: the form's space, the salt of its key (null without one), and `is_used` when a testimonial has the reference already. */
export type OrderFound = { space_id: string; salt: string | null; is_used: boolean }

export const findOrder = (form: string, reference: string) =>
	sql`select space_id, salt, is_used from private.find_order(${form}, ${reference})`

/** Replaces the key of a space; null for anyone but its owners. */
export const rotateOrderKey = (space: string) => sql`select private.rotate_order_key(${space}) as salt`

/** True when the statement about an account has proven a testimonial already. */
export const isStatementUsed = (statement: string) => sql`select private.is_statement_used(${statement}) as is_used`
