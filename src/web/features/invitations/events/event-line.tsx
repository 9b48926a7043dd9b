import { Check, Clock, Send, X } from 'lucide-react'
import { formatDateTime } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { describeCustomerEvent, eventStateLabels } from './event-text.ts'
import type { ListedEvent } from './use-customer-events.ts'

const looks = {
	waiting: { Icon: Clock },
	asked: { Icon: Send },
	answered: { Icon: Check, tone: 'good' },
	left_out: { Icon: X },
} as const

/** One event: who, what happened, its state, and the button that asks. Without `onAsk` there is nothing to choose. */
export function EventLine({
	item,
	isChosen,
	onChoose,
	onAsk,
}: {
	item: ListedEvent
	isChosen: boolean
	onChoose: (isChosen: boolean) => void
	onAsk: (() => void) | undefined
}) {
	const { name, email, company, state, at } = item
	const { happened, when, reason } = describeCustomerEvent(item)
	const { Icon, ...look } = looks[state]
	const who = name ?? email
	return (
		<li className="event-line">
			{onAsk ? (
				<label className="ui-check event-tick">
					<input
						type="checkbox"
						checked={isChosen}
						aria-label={`Choose ${who}`}
						onChange={({ target }) => onChoose(target.checked)}
					/>
				</label>
			) : null}
			<div className="event-who">
				<strong>
					<bdi>{who}</bdi>
				</strong>
				{name ? (
					<bdi className="ui-small ui-quiet" dir="ltr">
						{email}
					</bdi>
				) : null}
				{company ? <bdi className="ui-small ui-quiet">{company}</bdi> : null}
			</div>
			<div className="event-what">
				<bdi>{happened}</bdi>
				<time className="ui-small ui-quiet" dateTime={at} title={formatDateTime(at)}>
					{when}
				</time>
				<span className="ui-small">
					<Badge {...look} icon={<Icon size={14} aria-hidden="true" />}>
						{eventStateLabels[state]}
						{reason ? `: ${reason}` : ''}
					</Badge>
				</span>
			</div>
			{onAsk ? (
				<Button size="tiny" onClick={onAsk}>
					Ask<span className="ui-sr"> {who}</span>
				</Button>
			) : null}
		</li>
	)
}
