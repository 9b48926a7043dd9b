import { scopeWords } from './item-words.ts'
import type { HistoryEvent } from './use-testimonial.ts'

const isScope = (scope: unknown): scope is keyof typeof scopeWords =>
	typeof scope === 'string' && scope in scopeWords

const scopeOf = (event: HistoryEvent): string =>
	isScope(event.detail.scope) ? scopeWords[event.detail.scope].toLowerCase() : 'unknown'

/** One entry of the history as a sentence, without who and when. */
export const eventWords = (event: HistoryEvent): string => {
	switch (event.kind) {
		case 'submitted':
			return 'Sent'
		case 'added':
			return 'Added by hand or by import'
		case 'consented':
			return `Consent given: ${scopeOf(event)}`
		case 'consent_revoked':
			return `Consent taken back: ${scopeOf(event)}`
		case 'excerpted':
			return event.detail.start === null ? 'All of it is shown again' : 'Excerpt chosen'
		case 'edited':
			return `Edited by its author: version ${event.detail.version ?? '?'}`
		case 'pending':
			return 'Moved back to Pending'
		case 'restored':
			return 'Restored to Pending'
		case 'returned':
			return 'Withdrawal taken back'
		default:
			return event.kind.charAt(0).toUpperCase() + event.kind.slice(1).replaceAll('_', ' ')
	}
}

/** Who did it, as far as the reader may know: themself, its author, the server, another member. */
export const actorWords = (event: HistoryEvent, me: string): string => {
	if (event.actor === me) return 'you'
	if (event.actor === 'submitter') return 'its author'
	return event.actor === 'system' ? 'the server' : 'another member'
}
