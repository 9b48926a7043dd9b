import type { InvitationRefusal } from '#shared/mail/invitation-api.ts'
import type { RowState } from '#web/features/invitations/recipients/check-recipients.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'

/** A reason of the server as the state of a row, in words. */
export function leftOut(reason: InvitationRefusal, at: string | null): Extract<RowState, { kind: 'left' }> {
	return { kind: 'left', cause: causes[reason], reason: refusalText(reason, at) }
}

const causes = {
	'asked before': 'asked',
	'declined before': 'declined',
	'erased before': 'declined',
	'twice in the list': 'twice',
	'bad address': 'declined',
	budget: 'limit',
} as const

/** Why an address was not asked. `at` is when it was asked or declined before. */
export function refusalText(reason: InvitationRefusal, at: string | null = null): string {
	switch (reason) {
		case 'asked before':
			return at ? `Asked before, ${formatRelative(at, 'day')}` : 'Asked before'
		case 'declined before':
			return 'Declined before, and is never asked again'
		case 'erased before':
			return 'Was erased here, and is never asked again'
		case 'twice in the list':
			return 'Twice in the list'
		case 'bad address':
			return 'Not an e-mail address that mail can be sent to'
		case 'budget':
			return 'The queue is full. Ask again when it has moved on'
	}
}
