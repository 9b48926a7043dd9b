import { Ban, Check, Clock, RotateCcw, X } from 'lucide-react'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import type { LoggedDelivery } from './use-deliveries.ts'
import { answerText } from './webhook-words.ts'

/** One delivery: its event, the answer and when. Its words are never sent again once they were withdrawn. */
export function LogRow({
	row,
	isPaused,
	isSending,
	onSend,
}: {
	row: LoggedDelivery
	/** True while the webhook is paused: what waits is sent when it is resumed. */
	isPaused: boolean
	isSending: boolean
	/** Missing for members who may not send again. */
	onSend?: () => void
}) {
	const { event, state, testimonial, answer, testimonial_id: about } = row
	const isGone = about !== null && (!testimonial || testimonial.withdrawn_at !== null)
	const isNotice = event === 'testimonial.withdrawn' || event === 'testimonial.erased' || event === 'test'
	// A delivery that waits for its first try is sent by itself, or when the webhook is resumed.
	const isWaiting = state === 'waiting' && (isPaused || row.attempt === 0)
	const label = state === 'delivered' || state === 'skipped' ? 'Send again' : 'Try now'
	return (
		<li className="hooks-log-row">
			<div>
				<span className="ui-mono">{event}</span>
				<span className="ui-small ui-quiet">
					<AboutText row={row} isNotice={isNotice} />
				</span>
			</div>
			<div>
				<DeliveryState row={row} />
				{answer ? (
					<details>
						<summary className="ui-small ui-quiet">
							Its answer<span className="ui-sr"> to {event}</span>
						</summary>
						<Code>{answer}</Code>
						<p className="ui-small ui-quiet">
							webhook-id: <span className="ui-mono">{row.message_id}</span>
						</p>
					</details>
				) : null}
			</div>
			<time className="ui-small ui-quiet" dateTime={row.happened_at}>
				{formatRelative(row.happened_at)}
			</time>
			<div className="hooks-log-act">
				{isGone && !isNotice ? (
					<span className="ui-small ui-quiet">never again: {testimonial ? 'withdrawn' : 'erased'}</span>
				) : onSend && event !== 'test' && !isWaiting ? (
					<Button size="tiny" disabled={isSending} onClick={onSend} aria-label={`${label}: ${event}`}>
						<RotateCcw size={14} aria-hidden="true" />
						{label}
					</Button>
				) : null}
			</div>
		</li>
	)
}

function AboutText({
	row: { event, testimonial, testimonial_id: about },
	isNotice,
}: {
	row: LoggedDelivery
	isNotice: boolean
}) {
	if (event === 'test') return 'A sample'
	if (isNotice) return 'Its words are not sent'
	if (!about) return null
	if (!testimonial) return 'Erased since'
	if (testimonial.withdrawn_at) return `Withdrawn ${formatRelative(testimonial.withdrawn_at, 'day')}`
	return <bdi>{testimonial.author_name}</bdi>
}

function DeliveryState({ row }: { row: LoggedDelivery }) {
	const { state, attempt } = row
	if (state === 'delivered')
		return (
			<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
				{answerText(row)}
			</Badge>
		)
	if (state === 'skipped')
		return <Badge icon={<Ban size={14} aria-hidden="true" />}>Not sent: its words are gone</Badge>
	if (attempt === 0)
		return (
			<Badge tone="warm" icon={<Clock size={14} aria-hidden="true" />}>
				Waits
			</Badge>
		)
	return (
		<Badge tone="bad" icon={<X size={14} aria-hidden="true" />}>
			{row.event === 'test' ? `${row.status ?? 'No answer'}` : answerText(row)}
		</Badge>
	)
}
