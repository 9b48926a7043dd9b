import { useEffect, useState } from 'react'
import type { Receipt, ReceiptMedia } from '#shared/form/receipt.ts'

const intervalMs = 3000

/** The sent recording as the server has it; followed while it is being prepared and the page is visible. */
export function usePreparation(receiptUrl: string): ReceiptMedia | null {
	const [recording, setRecording] = useState<ReceiptMedia | null>(null)
	useEffect(() => {
		const left = new AbortController()
		let timer: ReturnType<typeof setTimeout>
		const look = async () => {
			const found = document.hidden ? undefined : await fetchRecording(receiptUrl, left.signal).catch(() => undefined)
			if (left.signal.aborted) return
			if (found) setRecording(found)
			// Null: the testimonial was erased on its private page.
			if (found !== null && found?.state !== 'ready' && found?.state !== 'failed') timer = setTimeout(look, intervalMs)
		}
		void look()
		return () => {
			left.abort()
			clearTimeout(timer)
		}
	}, [receiptUrl])
	return recording
}

/** Null when there is none any more; rejects when the server cannot be asked. */
async function fetchRecording(receiptUrl: string, signal: AbortSignal): Promise<ReceiptMedia | null> {
	const token = receiptUrl.slice(receiptUrl.lastIndexOf('/') + 1)
	const headers = { 'receipt-token': token }
	const response = await fetch('/functions/v1/receipt', { headers, credentials: 'omit', signal })
	if (response.status === 404) return null
	if (!response.ok) throw new Error(`The receipt was answered ${response.status}`)
	const { media } = (await response.json()) as Receipt
	return media.find(({ kind }) => kind !== 'photo') ?? null
}
