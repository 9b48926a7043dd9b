import type { Receipt } from '#shared/receipt.ts'
import type { ReceiptTexts } from './receipt-text.ts'

/** The code that every sender of the form gets. */
export function CouponSection({ receipt: { form, space }, texts: { say } }: { receipt: Receipt; texts: ReceiptTexts }) {
	if (!form?.coupon) return null
	const { code, label } = form.coupon
	return (
		<section className="entry">
			<h2 dir="auto">{label ?? say('coupon')}</h2>
			<div>
				<div className="keylink">
					<input className="in" id="coupon" readOnly dir="ltr" value={code} aria-label={label ?? say('coupon')} />
					<button className="btn" type="button" id="copy-coupon" hidden>
						{say('copyCode')}
					</button>
				</div>
				<p className="hint after-field">{say('couponHint', { space: space.name })}</p>
				<p className="hint" role="status" id="coupon-copied" data-copied={say('codeCopied')} />
			</div>
		</section>
	)
}
