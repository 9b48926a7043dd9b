import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed } from 'lucide-react'
import { Link } from 'react-router'
import { type Milestone, milestones } from '#shared/rows.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { formatStepTime, type Guide, useMilestones } from '#web/lib/spaces/use-milestones.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import './setup-section.css'

type Step = { title: string; hint: string; act: string; to: string }
const steps: Record<Milestone, Step> = {
	form: {
		title: 'Make a form',
		hint: 'Your customers write on it, without an account.',
		act: 'Make a form',
		to: '/dashboard/forms',
	},
	shared: {
		title: 'Share the link',
		hint: 'Send it to three of your customers. It takes each of them about a minute.',
		act: 'Share the link',
		to: '/dashboard/start',
	},
	first: {
		title: 'First testimonial',
		hint: 'It is here as soon as somebody sends it. One that you have on paper or in a mail counts, too.',
		act: 'Add one by hand',
		to: '/dashboard/inbox?add=true',
	},
	wall: {
		title: 'Choose a wall',
		hint: 'One is ready in your colours. Take its code as it is, or change it and publish the changes.',
		act: 'Look at the wall',
		to: '/dashboard/walls',
	},
	embedded: {
		title: 'Put the wall on your site',
		hint: 'Two lines of code, which stand below the picture of your wall.',
		act: 'Get the code',
		to: '/dashboard/walls',
	},
}

/** The guide through the first five steps of a space. A whole one stays for a week, or until the person puts it away. */
export function SetupSection() {
	const guide = useMilestones()
	if (!guide.isRead || guide.isHidden) return null
	return (
		<section className="guide" aria-labelledby="guide-title">
			<h2 className="ui-section-title" id="guide-title">
				Your first week
				<span>
					{guide.doneCount} of {milestones.length}
				</span>
			</h2>
			<ol>
				{milestones.map((step) => (
					<StepItem key={step} guide={guide} step={step} />
				))}
			</ol>
			{guide.next ? (
				<p className="ui-small ui-quiet">Each step is ticked by what happened, on every device and for every member.</p>
			) : (
				<Whole onHide={guide.hide} />
			)}
		</section>
	)
}

function StepItem({ guide, step }: { guide: Guide; step: Milestone }) {
	const { canEdit } = useSpace()
	const { title, hint, act, to } = steps[step]
	const time = guide.times[step]
	const isLatest = step === guide.latest
	if (time)
		return (
			<li className={classNames('guide-done', isLatest && 'guide-latest')}>
				<Check size={20} aria-label="Done:" />
				<span className="ui-quiet">{title}</span>
				<time className="ui-small ui-num ui-quiet" dateTime={time}>
					{formatStepTime(time, isLatest)}
				</time>
			</li>
		)
	const isNext = step === guide.next
	return (
		<li className={classNames(isNext && 'guide-next')}>
			<CircleDashed size={20} aria-label="To do:" />
			{isNext ? (
				<div>
					<strong>{title}</strong>
					<p className="ui-quiet">{hint}</p>
					{canEdit ? (
						<Link className={buttonClass({ variant: 'primary' })} to={to}>
							{act}
						</Link>
					) : null}
				</div>
			) : (
				<span className="ui-quiet">{title}</span>
			)}
		</li>
	)
}

/** A guide with every step: it names the site on which the wall was seen. */
function Whole({ onHide }: { onHide: () => void }) {
	const { space, canEdit } = useSpace()
	const { data: site } = useQuery({
		queryKey: [...queryKeys.milestones(space.id), 'site'],
		queryFn: async () => {
			const sites = (await supabase).from('wall_embeds').select('host, seen_at').eq('space_id', space.id)
			return unwrap(await sites.order('seen_at', { ascending: false }).limit(1))[0] ?? null
		},
	})
	return (
		<>
			<p className="guide-whole">
				{site
					? `Seen on ${site.host} ${formatRelative(site.seen_at)}. That was all.`
					: 'The code is copied. The wall names your site once a page shows it.'}
			</p>
			<p className="guide-acts">
				<Button onClick={onHide}>Put this list away</Button>
				{canEdit ? (
					<Link className="ui-small overview-link" to="/dashboard/invitations/new">
						Ask past customers next
					</Link>
				) : null}
			</p>
		</>
	)
}
