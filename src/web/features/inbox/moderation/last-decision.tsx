import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { Button, Kbd } from '#web/ui/button.tsx'

/**
 * The last decision with its undo, available while the inbox is open (WCAG 2.2.1). It is the only place on the screen
 * that says it; screen readers get the page's announcement.
 */
export function LastDecision() {
	const { selection, decisions } = useInbox()
	const { state } = selection
	const { undo } = decisions
	const last = state.decisions.at(-1)
	if (!last) return null
	return (
		<div className="inbox-decided">
			<p>
				<bdi>{last.label}</bdi>
				{last.note ? `. ${last.note}` : ''}
			</p>
			<Button size="tiny" variant="quiet" onClick={() => undo(last)}>
				Undo <Kbd>Z</Kbd>
			</Button>
		</div>
	)
}
