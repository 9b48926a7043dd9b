import type { InvitationProgress, InvitationState } from '#shared/mail/invitation-api.ts'
import { queueForecast } from '#web/features/invitations/queue-forecast.ts'
import { formatCount, formatList, formatNumber } from '#web/lib/format/format.ts'

/** The parts of the bar, from the best outcome to the worst. Declined and expired ones are one part. */
const parts: { states: InvitationState[]; label: (counts: number[]) => string; look: string }[] = [
	{ states: ['answered'], label: ([n = 0]) => `${formatNumber(n)} answered`, look: 'answered' },
	{ states: ['opened'], label: ([n = 0]) => `${formatNumber(n)} opened`, look: 'opened' },
	{ states: ['sent'], label: ([n = 0]) => `${formatNumber(n)} sent, not opened`, look: 'sent' },
	{ states: ['queued'], label: ([n = 0]) => `${formatNumber(n)} queued`, look: 'queued' },
	{
		states: ['declined', 'expired'],
		label: ([declined = 0, expired = 0]) =>
			[
				...(declined > 0 ? [`${formatNumber(declined)} declined`] : []),
				...(expired > 0 ? [`${formatNumber(expired)} expired`] : []),
			].join(', '),
		look: 'ended',
	},
	{ states: ['failed'], label: ([n = 0]) => `${formatNumber(n)} failed`, look: 'failed' },
]

/** The number of invitations in each state, and a forecast of the queue. */
export function InvitationsOverview({ progress }: { progress: InvitationProgress | undefined }) {
	if (!progress) return <div className="invite-overview invite-overview-loading" aria-hidden="true" />
	const shown = parts
		.map(({ states, label, look }) => {
			const counts = states.map((state) => progress.states[state] ?? 0)
			return { look, sum: counts.reduce((sum, count) => sum + count, 0), text: label(counts) }
		})
		.filter(({ sum }) => sum > 0)
	const total = shown.reduce((sum, part) => sum + part.sum, 0)
	if (total === 0) return null
	const summary = `${formatCount(total, 'invitation')}: ${formatList(shown.map(({ text }) => text))}`
	return (
		<section className="invite-overview" aria-label="Overview">
			<div className="invite-meter" role="img" aria-label={summary}>
				{shown.map(({ look, sum }) => (
					<i key={look} className={`invite-part-${look}`} style={{ flexGrow: sum }} />
				))}
			</div>
			<p className="invite-legend" aria-hidden="true">
				{shown.map(({ look, text }) => (
					<span key={look}>
						<i className={`invite-part-${look}`} />
						{text}
					</span>
				))}
			</p>
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
