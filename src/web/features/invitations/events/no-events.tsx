import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'

/** A first event, as a terminal sends it. */
const commandFor = (site: string) => `curl ${site}/functions/v1/events-in \\
  -H 'Authorization: Bearer plk_…' \\
  -H 'Content-Type: application/json' \\
  -d '{"event": "order.paid", "reference": "1042", "at": "2026-03-01T12:00:00Z",
       "person": {"email": "ana@example.com", "name": "Ana"}}'`

/** Says how events come in, with a command to try. */
export function NoEvents({ isOwner }: { isOwner: boolean }) {
	const command = commandFor(window.location.origin)
	return (
		<div className="event-none">
			<EmptyState
				title="No customer waits to be asked."
				actions={
					isOwner ? (
						<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/space/keys">
							Make a key
						</Link>
					) : null
				}
			>
				<p>
					Your shop or booking system sends what happened: an order paid, a course finished. With a key of this space:
				</p>
			</EmptyState>
			<Code>{command}</Code>
			<CopyButton text={command} label="Copy the command" />
		</div>
	)
}
