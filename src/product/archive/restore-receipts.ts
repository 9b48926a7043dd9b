import { hashToken } from '#platform/keys/secret-token.ts'
import type { Tx } from '#platform/pg/db.ts'
import { receiptSecretOf } from '#product/receipts/receipt-token.ts'
import { tableEntry } from './archive-format.ts'
import type { LineChange } from './archive-slugs.ts'
import { restoreRows } from './queries.ts'
import type { Archive } from './read-archive.ts'

const table = 'private.receipts'
const batchSize = 1000

const hashOf = (secret: Buffer, testimonial: string) =>
	`\\x${hashToken(receiptSecretOf(secret, testimonial)).toString('hex')}`

/** Gives a receipt the hash of the private link that this installation mails from now on. */
export function renewReceipt(secret: Buffer): LineChange {
	return ({ value }) => {
		const token_hash = hashOf(secret, String(value.testimonial_id))
		return value.token_hash === token_hash ? value : { ...value, token_hash }
	}
}

/** Keeps the hashes of the private links that the former installation mailed: they go on working. */
export async function addFormerTokens(tx: Tx, archive: Archive, secret: Buffer): Promise<void> {
	const { space, tables } = archive.manifest
	if (!tables[table]) return
	let rows: object[] = []
	const flush = () =>
		tx.query(
			restoreRows(
				space.id,
				'private.former_receipt_tokens',
				['space_id', 'testimonial_id', 'token_hash'],
				JSON.stringify(rows),
				{},
			),
		)
	for await (const { value } of archive.lines(tableEntry(table))) {
		const { testimonial_id, token_hash } = value
		if (token_hash === hashOf(secret, String(testimonial_id))) continue
		rows.push({ space_id: space.id, testimonial_id, token_hash })
		if (rows.length < batchSize) continue
		await flush()
		rows = []
	}
	if (rows.length > 0) await flush()
}
