import type { Site } from '#product/pages/site.ts'
import type { ReceiptProofProps } from '#shared/page-props.ts'
import { buildReceipt, type StoredProof } from './build-receipt.ts'
import { receiptFileName } from './receipt-file.ts'
import { verifyReceipt } from './verify-receipt.ts'

/** What the submitter's page shows of a proof. @param checks whether to check it, as the file that is downloaded */
export function proofProps({ config }: Site, proof: StoredProof, checks = false): ReceiptProofProps {
	const { entries, checkpoints, space } = proof
	const unsealed = entries.filter(({ entry }) => entry === null).length
	const verified = checks && verifyReceipt(buildReceipt(proof, 'en'))
	return {
		entries: entries.length,
		unsealed,
		sealed_at: checkpoints.at(-1)?.made_at ?? null,
		signer: new URL(config.SITE_URL).host,
		fileName: receiptFileName(space),
		check: !verified ? null : verified.failed ? 'bad' : unsealed > 0 ? 'unsigned' : 'good',
	}
}
