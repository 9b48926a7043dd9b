import { Ban, Check, Clock, RotateCcw, X } from 'lucide-react'
import { useId, useState } from 'react'
import type { WebhookRow } from '#shared/rows.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, TextButton } from '#web/ui/button.tsx'
import { CallPanel } from './call-panel.tsx'
import type { LoggedDelivery } from './use-deliveries.ts'
import { answerText } from './webhook-words.ts'

/** One delivery: its event, the answer and when. Its words are never sent again once they were withdrawn. */
export function LogRow({
	row,
	webhook,
	isSending,
	onSend,
}: {
	row: LoggedDelivery
	webhook: WebhookRow
	isSending: boolean
	/** Missing for members who may not send again. */
	onSend?: () => void
}) {
	const [isOpen, setOpen] = useState(false)
	const panel = useId()
	const { event, state, testimonial, testimonial_id: about } = row
	const isGone = about !== null && (!testimonial || testimonial.withdrawn_at !== null)
	const isNotice = event === 'testimonial.withdrawn' || event === 'testimonial.erased' || event === 'test'
	// A delivery that waits for its first try is sent by itself, or when the webhook is resumed.
	const isWaiting = state === 'waiting' && (!webhook.is_active || row.attempt === 0)
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
				<TextButton
					className="hooks-log-open ui-small"
					inheritColor
					aria-expanded={isOpen}
					aria-controls={isOpen ? panel : undefined}
					onClick={() => setOpen(!isOpen)}
				>
					{row.attempt > 0 ? 'Call and answer' : 'Call'}
					<span className="ui-sr"> of {event}</span>
				</TextButton>
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
			{isOpen ? <CallPanel id={panel} row={row} webhook={webhook} /> : null}
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
