/** The outcome of a submission. `unknown` means that it may or may not have arrived. */
export type SubmitOutcome =
	| { kind: 'sent'; receiptUrl: string }
	| { kind: 'invalid'; code: string; fields: Record<string, string> }
	| { kind: 'conflict' }
	| { kind: 'throttled'; seconds: number }
	/** `siteLimit`: a proxy of the site takes no body of this size. */
	| { kind: 'closed' | 'full' | 'refused' | 'siteLimit' | 'unknown' }

type SubmitResponse = {
	receipt_url?: string
	error?: { code?: string; fields?: Record<string, string>; challenge?: object; solver?: string }
}

/**
 * Posts the form once. The same key with the same body is the same submission in every retry.
 * @param body the form's data, sent as multipart
 */
export async function submitForm(body: FormData, key: string): Promise<SubmitOutcome> {
	try {
		const response = await fetch('/functions/v1/submit', {
			method: 'POST',
			headers: { accept: 'application/json', 'idempotency-key': key },
			body,
			credentials: 'omit',
		})
		const answer = (await response.json().catch(() => ({}))) as SubmitResponse
		const { error } = answer
		if (error?.solver) {
			// The code that solves a challenge is loaded only when a busy form asks for one.
			const { solve } = await import(/* @vite-ignore */ error.solver)
			return submitForm(await solve(body, error), key)
		}
		return parseOutcome(response.status, answer, Number(response.headers.get('retry-after')))
	} catch {
		return { kind: 'unknown' }
	}
}

/** Parses a response of `submit`. */
export function parseOutcome(
	status: number,
	{ receipt_url, error = {} }: SubmitResponse,
	retryAfter: number,
): SubmitOutcome {
	if (status < 300 && receipt_url) return { kind: 'sent', receiptUrl: receipt_url }
	const { code = '', fields = {} } = error
	if (code === 'idempotency_conflict') return { kind: 'conflict' }
	if (status === 413 && !code) return { kind: 'siteLimit' }
	if (status === 422 || status === 413) return { kind: 'invalid', code, fields }
	if (status === 429) return { kind: 'throttled', seconds: retryAfter || 60 }
	if (status === 404) return { kind: 'closed' }
	if (status === 507) return { kind: 'full' }
	// A success without a receipt comes from a proxy or a network's sign-in page.
	if (status < 300 || status === 409 || status >= 500) return { kind: 'unknown' }
	return { kind: 'refused' }
}

/** A duration in a language's words, in minutes from 90 seconds on. */
export function formatWait(seconds: number, lang: string): string {
	const long = seconds >= 90
	return Math.ceil(long ? seconds / 60 : seconds).toLocaleString(lang, {
		style: 'unit',
		unit: long ? 'minute' : 'second',
		unitDisplay: 'long',
	})
}
