import { Check, Clock, Eye, Hourglass, Send, TriangleAlert, X } from 'lucide-react'
import type { InvitationState } from '#shared/mail/invitation-api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { stateLabels } from './state-text.ts'

const looks = {
	queued: { Icon: Clock },
	sent: { Icon: Send },
	opened: { Icon: Eye, tone: 'warm' },
	answered: { Icon: Check, tone: 'good' },
	declined: { Icon: X },
	failed: { Icon: TriangleAlert, tone: 'bad' },
	expired: { Icon: Hourglass },
} as const

/** A state by shape, word and colour. */
export function StateBadge({ state }: { state: InvitationState }) {
	const { Icon, ...look } = looks[state]
	return (
		<Badge {...look} icon={<Icon size={14} aria-hidden="true" />}>
			{stateLabels[state]}
		</Badge>
	)
}
