import { Check, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import { type Milestone, milestones, useMilestones } from '#web/lib/spaces/use-milestones.ts'

const steps: Record<Milestone, { label: string; to: string }> = {
	form: { label: 'Make a form', to: '/dashboard/forms' },
	share: { label: 'Share the link', to: '/dashboard/start' },
	testimonial: { label: 'First testimonial', to: '/dashboard/inbox?add=true' },
	wall: { label: 'Choose a wall', to: '/dashboard/walls' },
	embed: { label: 'Put the wall on your site', to: '/dashboard/walls' },
}

/** The first steps of a space, until all are done or the list was dismissed. */
export function SetupSection() {
	const { done, isRead, hidden } = useMilestones()
	if (!isRead || hidden || milestones.every((step) => done.has(step))) return null
	return (
		<section aria-labelledby="setup-title">
			<h2 className="ui-section-title overview-setup-title" id="setup-title">
				Setting up
				<span className="ui-count">
					{done.size} of {milestones.length}
				</span>
			</h2>
			<ol className="overview-steps">
				{milestones.map((step) => (
					<li key={step}>
						{done.has(step) ? <Check size={16} aria-label="Done:" /> : <CircleDashed size={16} aria-label="To do:" />}
						{done.has(step) ? (
							<span className="ui-quiet">{steps[step].label}</span>
						) : (
							<Link to={steps[step].to}>{steps[step].label}</Link>
						)}
					</li>
				))}
			</ol>
		</section>
	)
}
