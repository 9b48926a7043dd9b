import { Checkbox } from '#web/ui/fields/choice.tsx'
import { eventWords, webhookEvents } from './webhook-words.ts'

/** The events to tick, each in words with its name beside it. */
export function EventList({ ticked, onChange }: { ticked: readonly string[]; onChange: (events: string[]) => void }) {
	return (
		<fieldset className="hooks-events" aria-label="Events">
			{webhookEvents.map((event) => (
				<Checkbox
					key={event}
					checked={ticked.includes(event)}
					onChange={({ target }) =>
						onChange(webhookEvents.filter((one) => (one === event ? target.checked : ticked.includes(one))))
					}
				>
					{eventWords[event]} <code className="ui-mono ui-quiet">{event}</code>
				</Checkbox>
			))}
		</fieldset>
	)
}
