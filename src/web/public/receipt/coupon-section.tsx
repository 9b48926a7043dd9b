import type { Receipt } from '#shared/form/receipt.ts'
import type { ReceiptTexts } from './receipt-text.ts'

type Props = { receipt: Receipt; texts: ReceiptTexts }

/** The code that every sender of the form gets. */
export function CouponSection({ receipt, texts }: Props) {
	if (!receipt.form?.coupon) return null
	return (
		<section className="entry">
			<h2 dir="auto">{couponLabel(receipt, texts)}</h2>
			<div>
				<CouponField receipt={receipt} texts={texts} />
			</div>
		</section>
	)
}

/** The code with its button, and who gets it. */
export function CouponField({ receipt, texts }: Props) {
	const { say } = texts
	return (
		<>
			<div className="keylink">
				<input
					className="in"
					id="coupon"
					readOnly
					dir="ltr"
					value={receipt.form?.coupon?.code}
					aria-label={couponLabel(receipt, texts)}
				/>
				<button className="btn" type="button" id="copy-coupon" hidden>
					{say('copyCode')}
				</button>
			</div>
			<p className="hint after-field">{say('couponHint', { space: receipt.space.name })}</p>
			<p className="hint" role="status" id="coupon-copied" data-copied={say('codeCopied')} />
		</>
	)
}

export const couponLabel = ({ form }: Receipt, { say }: ReceiptTexts): string => form?.coupon?.label ?? say('coupon')
