import type { ConsentScope } from '#shared/rows.ts'
import type { SubmittedAnswer } from '#shared/submission.ts'

/** A submission that keeps every rule of product.md §5. */
export type Submission = {
	kind: 'text' | 'photo'
	body: string
	rating: number | null
	author: {
		name: string
		title: string | null
		company: string | null
		url: string | null
		email: string | null
	}
	answers: SubmittedAnswer[]
	consent: { scope: ConsentScope; wording: string }
	locale: string
	/** Seconds since the form's page was served; null without a genuine proof. */
	age: number | null
	/** Something filled in what no person sees. */
	isTrapped: boolean
}
