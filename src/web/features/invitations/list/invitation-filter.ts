import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import type { InvitationState } from '#shared/mail/invitation-api.ts'

/** All states, in the order in which an invitation may reach them. */
export const invitationStates = ['queued', 'sent', 'opened', 'answered', 'declined', 'failed', 'expired'] as const

/** A null state stands for all; `q` is a search text. */
export type InvitationFilter = { state: InvitationState | null; q: string }

const parsers = { state: parseAsStringLiteral(invitationStates), q: parseAsString.withDefault('') }

/** State and search of the list, read from and written to the URL. */
export function useInvitationFilter() {
	const [filter, change] = useQueryStates(parsers)
	return { filter: filter as InvitationFilter, change: (part: Partial<InvitationFilter>) => void change(part) }
}
