import { Link } from 'react-router'
import { type Milestone, milestones } from '#shared/rows.ts'
import { useMilestones } from '#web/lib/spaces/use-milestones.ts'
import { Progress } from '#web/ui/notices/empty-state.tsx'

const nextLabels: Record<Milestone, string> = {
	form: 'make a form',
	shared: 'share the link',
	first: 'get a first testimonial',
	wall: 'choose a wall',
	embedded: 'put the wall on your site',
}

/** The next of the first steps of a space, at the foot of the inbox; nothing when all are done or the list was put away. */
export function SetupProgress() {
	const { doneCount, next, isRead, isHidden } = useMilestones()
	if (!isRead || isHidden || !next) return null
	const isLast = doneCount === milestones.length - 1
	return (
		<div className="setting-up">
			<Link to="/dashboard/start">
				Setting up
				<span className="ui-count">
					{doneCount} of {milestones.length}
				</span>
			</Link>
			<Progress label="Setting up" value={doneCount} max={milestones.length} />
			<p className="ui-small ui-quiet">
				{isLast ? 'Left' : 'Next'}: {nextLabels[next]}
			</p>
		</div>
	)
}
