import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { InvitationActions } from './invitation-actions.tsx'
import type { ListedInvitation } from './invitation-query.ts'
import { StateBadge } from './state-badge.tsx'
import { stateDetail } from './state-text.ts'

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
