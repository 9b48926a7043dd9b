import { useUser } from '#web/lib/auth-context.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { counted } from '#web/lib/in-words.ts'
import { dayWhen } from '#web/lib/when.ts'
import { actorWords, eventWords } from './event-words.ts'
import type { HistoryEvent } from './use-testimonial.ts'

/** What happened to a testimonial, newest first. Nobody can rewrite it: each entry seals the one before. */
export function DetailHistory({ events }: { events: HistoryEvent[] }) {
	const me = useUser().id
	return (
		<section className="inbox-history" aria-label="History">
			<h2>
				History
				<span className="ui-small ui-quiet">
					{counted(events.length, 'entry', 'entries')}, append-only
				</span>
			</h2>
			<ol>
				{events.map((event) => (
					<li key={event.seq}>
						<time dateTime={event.at} title={formatMoment(event.at)}>
							{dayWhen(event.at)}
						</time>
						<span>
							{eventWords(event)}
							<span className="ui-quiet"> by {actorWords(event, me)}</span>
						</span>
					</li>
				))}
			</ol>
		</section>
	)
}
