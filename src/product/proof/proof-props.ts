import type { Site } from '#product/pages/site.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import type { ReceiptProofProps } from '#shared/page-props.ts'
import { buildReceipt, type StoredProof } from './build-receipt.ts'
import { receiptFileName } from './receipt-file.ts'
import { verifyReceipt } from './verify-receipt.ts'

/** The part of a proof that the submitter's page shows. @param checked the proof to check, as the file that is downloaded */
export function proofProps({ config }: Site, { space, seal }: Receipt, checked: StoredProof | null): ReceiptProofProps {
	const verified = checked && verifyReceipt(buildReceipt(checked, 'en'))
	return {
		signer: new URL(config.SITE_URL).host,
		fileName: receiptFileName(space.name),
		check: !verified ? null : verified.failed ? 'bad' : seal.unsealed > 0 ? 'unsigned' : 'good',
	}
}
