import { Check, Clock, Eye, Hourglass, Send, TriangleAlert, X } from 'lucide-react'
import { Link } from 'react-router'
import type { InvitationState } from '#shared/mail/invitation-api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { InvitationActions } from './invitation-actions.tsx'
import type { ListedInvitation } from './invitation-query.ts'
import { stateDetail, stateLabels } from './state-text.ts'

/** One invitation: who, its state with the reason, and what can be done now. */
export function InvitationLine({ item, canEdit }: { item: ListedInvitation; canEdit: boolean }) {
	const { name, email, company, note, state, testimonial_id: testimonial } = item
	const about = [company, note].filter(Boolean).join(' · ')
	return (
		<li className={classNames('invite-line', state === 'failed' && 'invite-row-bad')}>
			<div className="invite-who">
				<strong>
					<bdi>{name ?? email}</bdi>
				</strong>
				{name ? (
					<bdi className="ui-small ui-quiet" dir="ltr">
						{email}
					</bdi>
				) : null}
				{about ? <bdi className="ui-small ui-quiet">{about}</bdi> : null}
			</div>
			<div className="invite-what">
				<StateBadge state={state} />
				<span className="ui-small ui-quiet" dir="auto">
					{stateDetail(item)}
				</span>
			</div>
			<div className="invite-do">
				{state === 'answered' && testimonial ? (
					<Link className={buttonClass({ size: 'tiny' })} to={`/dashboard/inbox/${testimonial}`}>
						Read it<span className="ui-sr"> ({name ?? email})</span>
					</Link>
				) : null}
				{canEdit ? <InvitationActions item={item} /> : null}
			</div>
		</li>
	)
}

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
function StateBadge({ state }: { state: InvitationState }) {
	const { Icon, ...look } = looks[state]
	return (
		<Badge {...look} icon={<Icon size={14} aria-hidden="true" />}>
			{stateLabels[state]}
		</Badge>
	)
}
