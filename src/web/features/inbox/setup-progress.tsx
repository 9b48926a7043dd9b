import { Link } from 'react-router'
import { type Milestone, milestones, useMilestones } from '#web/lib/spaces/use-milestones.ts'
import { Progress } from '#web/ui/notices/empty-state.tsx'

const remainingLabels: Record<Milestone, string> = {
	form: 'make a form',
	share: 'share the link',
	testimonial: 'the first testimonial',
	wall: 'choose a wall',
	embed: 'put the wall on your site',
}

/** The remaining setup steps of a new space, at the foot of the inbox; hidden when done or dismissed. */
export function SetupProgress() {
	const { done, isRead, hidden } = useMilestones()
	const next = milestones.find((step) => !done.has(step))
	if (!isRead || hidden || !next) return null
	return (
		<div className="setting-up">
			<Link to="/dashboard/start">
				Setting up
				<span className="ui-count">
					{done.size} of {milestones.length}
				</span>
			</Link>
			<Progress label="Setting up" value={done.size} max={milestones.length} />
			<p className="ui-small ui-quiet">Left: {remainingLabels[next]}</p>
		</div>
	)
}
