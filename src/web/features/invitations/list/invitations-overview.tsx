import type { InvitationProgress, InvitationState } from '#shared/mail/invitation-api.ts'
import { queueForecast } from '#web/features/invitations/queue-forecast.ts'
import { formatCount, formatList, formatNumber } from '#web/lib/format/format.ts'
import { Meter, type MeterPart } from '#web/ui/meter.tsx'

/** The parts of the bar, from the best outcome to the worst. */
const parts: (Omit<MeterPart, 'value'> & { state: InvitationState })[] = [
	{ state: 'answered', tone: 'accent', label: 'answered' },
	{ state: 'opened', tone: 'soft', label: 'opened' },
	{ state: 'sent', tone: 'quiet', label: 'sent, not opened' },
	{ state: 'queued', tone: 'warm', label: 'queued' },
	{ state: 'declined', tone: 'faint', label: 'declined' },
	{ state: 'expired', tone: 'faint', label: 'expired' },
	{ state: 'failed', tone: 'danger', label: 'failed' },
]

/** The number of invitations in each state, and a forecast of the queue. */
export function InvitationsOverview({ progress }: { progress: InvitationProgress | undefined }) {
	if (!progress) return <div className="invite-overview invite-overview-loading" aria-hidden="true" />
	const shown = parts
		.map(({ state, ...part }) => ({ ...part, value: progress.states[state] ?? 0 }))
		.filter(({ value }) => value > 0)
	const total = shown.reduce((sum, { value }) => sum + value, 0)
	if (total === 0) return null
	const texts = shown.map(({ value, label }) => `${formatNumber(value)} ${label}`)
	return (
		<section className="invite-overview" aria-label="Overview">
			<Meter parts={shown} summary={`${formatCount(total, 'invitation')}: ${formatList(texts)}`} />
			<Queue progress={progress} />
		</section>
	)
}

function Queue({ progress }: { progress: InvitationProgress }) {
	const text = queueForecast(progress, new Date())
	return (
		<p className="invite-queue ui-small ui-quiet" role="status">
			{text}
		</p>
	)
}
