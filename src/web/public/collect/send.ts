/** How a sending ended. `unknown` means that it may or may not have arrived. */
export type Outcome =
	| { kind: 'sent'; receiptUrl: string }
	| { kind: 'invalid'; fields: Record<string, string>; message: string }
	| { kind: 'conflict' }
	| { kind: 'throttled'; seconds: number }
	| { kind: 'closed' | 'full' | 'refused' | 'unknown' }

type Answer = {
	receipt_url?: string
	error?: { code?: string; message?: string; fields?: Record<string, string> }
}

/**
 * Posts the form once. The same key with the same body is the same sending, however often it is tried.
 * @param body the form's data; with files it goes as multipart, without as the same
 */
export async function send(body: FormData, key: string): Promise<Outcome> {
	try {
		const response = await fetch('/functions/v1/submit', {
			method: 'POST',
			headers: { accept: 'application/json', 'idempotency-key': key },
			body,
			credentials: 'omit',
		})
		const answer = (await response.json().catch(() => ({}))) as Answer
		return judge(response.status, answer, Number(response.headers.get('retry-after')))
	} catch {
		return { kind: 'unknown' }
	}
}

/** Reads an answer of `submit` (product.md §4). */
export function judge(status: number, { receipt_url, error }: Answer, retryAfter: number): Outcome {
	if (status < 300 && receipt_url) return { kind: 'sent', receiptUrl: receipt_url }
	if (status === 422 && error?.code === 'idempotency_conflict') return { kind: 'conflict' }
	if (status === 422 || status === 413)
		return { kind: 'invalid', fields: error?.fields ?? {}, message: error?.message ?? '' }
	if (status === 429) return { kind: 'throttled', seconds: retryAfter > 0 ? retryAfter : 60 }
	if (status === 404) return { kind: 'closed' }
	if (status === 507) return { kind: 'full' }
	if (status === 409 || status >= 500) return { kind: 'unknown' }
	return { kind: 'refused' }
}

/** Seconds in the words of a language, in minutes from 90 on. */
export function inWords(seconds: number, lang: string): string {
	const long = seconds >= 90
	return new Intl.NumberFormat(lang, {
		style: 'unit',
		unit: long ? 'minute' : 'second',
		unitDisplay: 'long',
	}).format(long ? Math.ceil(seconds / 60) : Math.ceil(seconds))
}
