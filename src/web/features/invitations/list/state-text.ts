import type { InvitationState } from '#shared/mail/invitation-api.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import type { ListedInvitation } from './invitation-query.ts'

/** Labels of the states, for rows and filters. */
export const stateLabels: Record<InvitationState, string> = {
	queued: 'Queued',
	sent: 'Sent',
	opened: 'Opened',
	answered: 'Answered',
	declined: 'Declined',
	failed: 'Failed',
	expired: 'Expired',
}

/** The last event of an invitation and its day, in one sentence. */
export function stateDetail(item: ListedInvitation, now = new Date()): string {
	const on = (at: string) => formatRelative(at, 'day', now)
	const sent = item.sent_at ? `Sent ${on(item.sent_at)}` : ''
	const reminded = item.reminded_at ? `. Reminded ${on(item.reminded_at)}, no further mail` : ''
	switch (item.state) {
		case 'queued':
			return `Added ${formatRelative(item.created_at, 'sentence', now)}`
		case 'sent':
			return sent + reminded
		case 'opened':
			return `${item.opened_at ? `Opened ${on(item.opened_at)}` : sent}${reminded}`
		case 'answered':
			return [sent, item.answered_at ? `answered ${on(item.answered_at)}` : ''].filter(Boolean).join(', ')
		case 'declined':
			return 'This space never asks this address again'
		case 'failed':
			return item.failure ?? 'The mail server gave no reason'
		case 'expired':
			return [sent, 'The link has ended'].filter(Boolean).join('. ')
	}
}
