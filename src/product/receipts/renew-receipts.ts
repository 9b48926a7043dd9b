import { hashToken } from '#platform/keys/secret-token.ts'
import type { Tx } from '#platform/pg/db.ts'
import { receiptsAfter, renewReceipts } from './queries.ts'
import { receiptSecretOf } from './receipt-token.ts'

const batchSize = 1000
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Gives every receipt the hash of the private link that is mailed under another root secret.
 * @param keepsFormer links that were mailed before go on working
 * @returns the number of receipts
 */
export async function renewAllReceipts(tx: Tx, secret: Buffer, keepsFormer: boolean): Promise<number> {
	let count = 0
	let last = firstId
	for (;;) {
		const ids = (await tx.query<{ id: string }>(receiptsAfter(last, batchSize))).map(({ id }) => id)
		if (ids.length === 0) return count
		const hashes = ids.map((id) => hashToken(receiptSecretOf(secret, id)))
		await tx.query(renewReceipts(ids, hashes, keepsFormer))
		count += ids.length
		last = ids.at(-1) ?? last
	}
}
