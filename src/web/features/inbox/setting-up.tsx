import { Link } from 'react-router'
import { type Milestone, milestones, useMilestones } from '#web/lib/milestones.ts'
import { Progress } from '#web/ui/blocks.tsx'
import './setting-up.css'

const left: Record<Milestone, string> = {
	form: 'make a form',
	share: 'share the link',
	testimonial: 'the first testimonial',
	wall: 'choose a wall',
	embed: 'put the wall on your site',
}

/** How far a new space has come and what is left, at the foot of the inbox; gone when all is done or put away. */
export function SettingUp() {
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
			<p className="ui-small ui-quiet">Left: {left[next]}</p>
		</div>
	)
}
