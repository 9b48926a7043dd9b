import { useEffect, useState } from 'react'
import type { Coupon } from '#shared/form/public-form.ts'
import type { Receipt } from '#shared/form/receipt.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { CopyField } from './copy-field.tsx'
import type { Island } from './island.ts'

/** The code that every sender of the form gets. It comes with the receipt, as the form's page must not contain it. */
export function CouponSection({ island: { words, form }, receiptUrl }: { island: Island; receiptUrl: string }) {
	const [coupon, setCoupon] = useState<Coupon | null>()
	useEffect(() => {
		fetchCoupon(receiptUrl).then(setCoupon, () => setCoupon(null))
	}, [receiptUrl])
	if (coupon === undefined) return null
	if (!coupon) return <p>{words.couponLater}</p>
	return (
		<CopyField
			id="coupon"
			label={coupon.label ?? words.coupon}
			value={coupon.code}
			copy={words.copyCode}
			copied={words.codeCopied}
		>
			{interpolate(words.couponHint, { space: form.space.name })}
		</CopyField>
	)
}

async function fetchCoupon(receiptUrl: string): Promise<Coupon | null> {
	const headers = { 'receipt-token': receiptUrl.slice(receiptUrl.lastIndexOf('/') + 1) }
	const response = await fetch('/functions/v1/receipt', { headers, credentials: 'omit' })
	if (!response.ok) throw new Error(`The receipt was answered ${response.status}`)
	const { form } = (await response.json()) as Receipt
	return form?.coupon ?? null
}
