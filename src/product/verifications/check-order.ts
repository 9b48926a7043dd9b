import type { Db } from '#platform/pg/db.ts'
import { readQuery, service } from '#product/run-query.ts'
import { orderKeyOf } from './order-key.ts'
import { isSignedBy, type SignedOrder } from './order-signature.ts'
import { findOrder, type OrderFound } from './queries.ts'

/** `forged`: not signed with the present key of the form's space, or the space has none. */
export type OrderState = 'signed' | 'used' | 'forged'

/** The reader of an order: the installation's secrets, present and former but for compromised ones, and the form that is filled in. */
export type OrderReader = { secrets: readonly Buffer[]; form: string; space: string }

/** Checks a signed order reference against the key of a form's space. */
export async function checkOrder(
	db: Db,
	{ secrets, form, space: shardKey }: OrderReader,
	order: SignedOrder,
): Promise<OrderState> {
	const [found] = await readQuery<OrderFound>(db, service, findOrder(form, order.reference), shardKey)
	if (!found?.salt) return 'forged'
	const { space_id: space, salt } = found
	if (!secrets.some((secret) => isSignedBy(orderKeyOf(secret, space, salt), order))) return 'forged'
	return found.is_used ? 'used' : 'signed'
}
