import { countCodePoints, isEmailAddress } from '#product/testimonials/normalize-text.ts'
import { submissionLimits } from '#shared/form/submission-api.ts'
import type { ImportProblem } from '#shared/import/import-api.ts'
import { readWebAddress } from '#shared/web-address.ts'
import { short } from './parse-stars.ts'

/** Why a row stays out, in words for members. */
export class Refusal extends Error {
	readonly problem: ImportProblem
	readonly heading: string | null
	readonly outcome: 'refused' | 'left_out'
	constructor(
		problem: ImportProblem,
		heading: string | null,
		reason: string,
		outcome: 'refused' | 'left_out' = 'refused',
	) {
		// A file may have many, and each stack would take longer than its row.
		const { stackTraceLimit } = Error
		Error.stackTraceLimit = 0
		super(reason)
		Error.stackTraceLimit = stackTraceLimit
		this.problem = problem
		this.heading = heading
		this.outcome = outcome
	}
}

/** The value of an optional cell, or why the cell is left out. */
export type OptionalValue<Value> = { value: Value | null } | { reason: string }

const maxTags = 20
const maxTagLength = 60

/** Reads `ann@example.org`, `Ann <ann@example.org>` and `mailto:ann@example.org`. */
export function readEmail(text: string): OptionalValue<string> {
	const typed = text.trim()
	const inBrackets = typed.endsWith('>') ? typed.slice(typed.lastIndexOf('<') + 1, -1) : typed
	const email = inBrackets.replace(/^mailto:/i, '').trim()
	const isGood = email.length <= submissionLimits.email && email.isWellFormed() && isEmailAddress(email)
	return isGood ? { value: email } : { reason: `“${short(typed)}” is not an e-mail address.` }
}

export function readAddress(text: string): OptionalValue<string> {
	const typed = text.trim()
	// A space inside of an address is one that its program did not encode.
	const encoded = typed.length <= 4 * submissionLimits.url ? typed.replaceAll(' ', '%20') : ''
	const read = readWebAddress(encoded)
	return 'url' in read && countCodePoints(read.url) <= submissionLimits.url
		? { value: read.url }
		: { reason: `“${short(typed)}” is not a web address.` }
}

export function readTags(text: string): OptionalValue<string[]> {
	const parts = text.split(/[,;|]/).map((name) => name.normalize('NFC').trim().replace(/\s+/g, ' '))
	const names = [...new Set(parts)].filter(Boolean)
	const isWrong = (name: string) => countCodePoints(name) > maxTagLength || /\p{Cc}/u.test(name) || !name.isWellFormed()
	return names.length > maxTags || names.some(isWrong)
		? { reason: `A row has at most ${maxTags} tags of ${maxTagLength} characters.` }
		: { value: names }
}

/** True for the words with which exports say that a purchase or a person was checked there. */
export function isVerified(text: string): boolean {
	return /^\s*(?:true|yes|y|1|ja|oui|s[iíì]|verified|verified[ _-](?:buyer|purchase|customer|reviewer)|buyer|x|✓|✔)\s*$/i.test(
		text,
	)
}
