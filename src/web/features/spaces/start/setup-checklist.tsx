import { Check, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import { type Milestone, milestones } from '#shared/rows.ts'
import { formatStepTime, useMilestones } from '#web/lib/spaces/use-milestones.ts'
import { TextButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import './setup-checklist.css'

const stepTexts: Record<Milestone, { title: string; hint: string; to?: string }> = {
	form: { title: 'Make a form', hint: 'It came with the space' },
	shared: { title: 'Share the link', hint: 'Copy, print or mail it' },
	first: {
		title: 'First testimonial',
		hint: 'Arrives in the inbox as it is sent',
		to: '/dashboard/inbox',
	},
	wall: { title: 'Choose a wall', hint: 'Eight layouts', to: '/dashboard/walls' },
	embedded: { title: 'Put the wall on your site', hint: 'One line of code', to: '/dashboard/walls' },
}

/** The first five steps; they tick themselves, each with its time, and the list can be put away. */
export function SetupChecklist({ formId }: { formId?: string }) {
	const guide = useMilestones()
	if (guide.isHidden) return null
	return (
		<section aria-labelledby="five-title">
			<div className="five-head">
				<h2 className="ui-section-title" id="five-title">
					The first five steps
				</h2>
				<span className="ui-quiet ui-small">
					They tick themselves. <TextButton onClick={guide.hide}>Hide this list</TextButton>
				</span>
			</div>
			<ol className="five-steps">
				{milestones.map((step) => {
					const { title, hint, to } = stepTexts[step]
					const time = guide.times[step]
					const link = step === 'form' && formId ? `/dashboard/forms/${formId}` : to
					return (
						<li key={step} className={classNames(time && 'five-done', step === guide.next && 'five-next')}>
							<b>
								{time ? <Check size={16} aria-label="Done:" /> : <CircleDashed size={16} aria-label="To do:" />}
								{link ? <Link to={link}>{title}</Link> : title}
							</b>
							<span className="ui-quiet five-said">
								<span>{hint}</span>
								{time ? <time dateTime={time}>{formatStepTime(time, step === guide.latest)}</time> : null}
							</span>
						</li>
					)
				})}
			</ol>
		</section>
	)
}
