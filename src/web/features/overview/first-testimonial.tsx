import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { kindLabels } from '#web/lib/spaces/kind-labels.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Stars } from '#web/ui/stars.tsx'
import type { Arrival } from './use-overview.ts'

/** The only testimonial of a space, large, with its decision. */
export function FirstTestimonial({ arrival }: { arrival: Arrival }) {
	const { canEdit } = useSpace()
	const { id, title, body, kind, rating, locale, author_name, author_title, author_company } = arrival
	const { status, spam_state, live_scope } = arrival
	const isOpen = status === 'pending' && spam_state === 'clean' && canEdit
	const open = `/dashboard/inbox/${id}`
	return (
		<section className="overview-first" aria-label="The first testimonial">
			{title ? (
				<h2 className="overview-headline" dir="auto" lang={locale}>
					{title}
				</h2>
			) : null}
			<blockquote dir="auto" lang={locale}>
				{body || kindLabels[kind]}
			</blockquote>
			<p className="overview-who">
				{rating ? <Stars rating={rating} large /> : null}
				<strong>
					<bdi>{author_name}</bdi>
				</strong>
				<span className="ui-quiet">{[author_title, author_company].filter(Boolean).join(', ')}</span>
			</p>
			{isOpen ? (
				<Decision id={id} open={open} isPrivate={live_scope !== 'public' && live_scope !== 'anonymous'} />
			) : (
				<Link className="overview-link" to={open}>
					Open in the inbox
				</Link>
			)}
		</section>
	)
}

function Decision({ id, open, isPrivate }: { id: string; open: string; isPrivate: boolean }) {
	const { mutate, isPending, variables } = useDecideFirst(id)
	return (
		<>
			<div className="overview-decide">
				<Button
					variant="primary"
					size="tall"
					busy={isPending && variables === 'approved'}
					onClick={() => mutate('approved')}
				>
					Approve
				</Button>
				<Button size="tall" busy={isPending && variables === 'rejected'} onClick={() => mutate('rejected')}>
					Reject
				</Button>
				<Link className={buttonClass({ variant: 'quiet', size: 'tall' })} to={open}>
					Open in the inbox
				</Link>
			</div>
			<p className="ui-small ui-quiet">
				{isPrivate
					? 'Its author did not agree to publishing: approved, it still stays private.'
					: 'Approved, your walls can show it at once. You can take it back at any time.'}
			</p>
		</>
	)
}

/** Decides about a pending testimonial from the overview. One that a colleague decided meanwhile stays as it is, and the lists show it. */
function useDecideFirst(id: string) {
	const { space } = useSpace()
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (status: 'approved' | 'rejected') =>
			unwrap(
				await (await supabase)
					.from('testimonials')
					.update({ status })
					.eq('space_id', space.id)
					.eq('id', id)
					.eq('status', 'pending')
					.select('id'),
			),
		onError: (error) => toast(errorMessage(error)),
		onSettled: () =>
			refetchQueries(
				queries,
				queryKeys.testimonials(space.id),
				queryKeys.numbers(space.id),
				queryKeys.milestones(space.id),
			),
	})
}
