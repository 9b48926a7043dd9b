import { formatRelative } from '#web/lib/format/format-time.ts'
import type { EventState, ListedEvent } from './use-customer-events.ts'

export const eventStateLabels: Record<EventState, string> = {
	waiting: 'Waiting',
	asked: 'Asked',
	answered: 'Answered',
	left_out: 'Left out',
}

const reasons: Record<string, string> = {
	'asked before': 'Asked within the last 90 days',
	'declined before': 'Asked not to be asked again',
	'erased before': 'Erased here, and never asked again',
	budget: 'The space had sent as many mails as it may',
}

/** "order.paid · 1042, yesterday", with the reason where the customer was not asked. */
export function describeCustomerEvent({ event, reference, at, reason }: ListedEvent, now = new Date()) {
	return {
		happened: `${event} · ${reference}`,
		when: formatRelative(at, 'sentence', now),
		reason: reason === null ? '' : (reasons[reason] ?? reason),
	}
}
