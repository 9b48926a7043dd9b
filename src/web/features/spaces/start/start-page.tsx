import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { type Milestone, milestones } from '#shared/rows.ts'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { formatDate, formatTime } from '#web/lib/format/format-time.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { displayUrl, publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { formatStepTime, useMilestones } from '#web/lib/spaces/use-milestones.ts'
import { Badge } from '#web/ui/badge.tsx'
import { TextButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { ShareOptions } from './share-options.tsx'
import { VouchedTestimonialForm } from './vouched-testimonial-form.tsx'
import '#web/ui/pictures/preview-frame.css'
import './form-page-preview.css'
import './setup-checklist.css'

/** /dashboard/start: the first form is live; ways to share it, the first five steps, a testimonial by hand. */
export function Page() {
	usePageTitle('Share your form')
	const { space, canEdit } = useSpace()
	const {
		data: form,
		error,
		refetch,
		isPending,
	} = useQuery({
		queryKey: [...queryKeys.forms(space.id), 'first'],
		queryFn: async () => {
			const client = await supabase
			const rows = unwrap(
				await client
					.from('forms')
					.select('id, slug, title, locale, created_at, is_open')
					.eq('space_id', space.id)
					.order('created_at')
					.limit(1),
			)
			return rows[0] ?? null
		},
	})
	if (isPending) return <PageSpinner />
	if (form === undefined) return <ErrorBox error={error} onRetry={() => void refetch()} />
	return (
		<OnboardingLayout>
			{form ? (
				<div className="start-live">
					<section>
						{form.is_open ? (
							<Badge tone="good" icon={<Check size={14} aria-hidden="true" />}>
								Live since {formatSince(form.created_at)}
							</Badge>
						) : (
							<Badge icon={<Lock size={14} aria-hidden="true" />}>Closed</Badge>
						)}
						<h1 tabIndex={-1}>{form.is_open ? 'Your form is live.' : 'Your form is closed.'}</h1>
						<p className="start-lead">
							{form.is_open ? (
								'Send the link to three of your customers. It takes each of them about a minute, and no account.'
							) : (
								<>
									Visitors read that it is closed. <Link to={`/dashboard/forms/${form.id}`}>Open it again</Link> before
									you send the link.
								</>
							)}
						</p>
						<ShareOptions form={form} spaceName={space.name} />
					</section>
					<FormPagePreview slug={form.slug} formId={form.id} />
				</div>
			) : (
				<h1 tabIndex={-1}>This space has no form yet.</h1>
			)}
			<SetupChecklist formId={form?.id} />
			{canEdit ? <VouchedTestimonialForm key={space.id} /> : null}
		</OnboardingLayout>
	)
}

function formatSince(at: string): string {
	const made = new Date(at)
	return made.toDateString() === new Date().toDateString() ? formatTime(made) : formatDate(made)
}

/** The real form page at desktop and phone width, inert: it takes no clicks and no focus. */
function FormPagePreview({ slug, formId }: { slug: string; formId: string }) {
	const address = publicUrl.form(slug)
	return (
		<figure className="live-page">
			<div className="ui-frame live-page-desktop">
				<div className="ui-frame-bar">
					<span>{displayUrl(address)}</span>
					<span className="ui-num">960</span>
				</div>
				<div className="ui-frame-view">
					<iframe src={address} title="Your form on a desktop" tabIndex={-1} inert loading="lazy" />
				</div>
			</div>
			<div className="ui-frame live-page-phone">
				<div className="ui-frame-view">
					<iframe src={address} title="Your form on a phone" tabIndex={-1} inert loading="lazy" />
				</div>
			</div>
			<figcaption>
				The real page, not a drawing. <Link to={`/dashboard/forms/${formId}`}>Change its questions</Link> or{' '}
				<a href={address}>open it</a>.
			</figcaption>
		</figure>
	)
}

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
function SetupChecklist({ formId }: { formId?: string }) {
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
