import { FileUp, Mail, Plus, WifiOff } from 'lucide-react'
import { Link } from 'react-router'
import { countActiveFilters, type View } from '#web/features/inbox/filters/inbox-filter.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { useOnline } from '#web/lib/browser/use-media-query.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/notices/empty-state.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'

const skeletonRows = ['a', 'b', 'c', 'd', 'e', 'f']

/** Placeholder rows while the first page loads. */
export function ListSkeleton() {
	return (
		<div aria-busy="true">
			<p className="ui-sr" role="status">
				Loading testimonials
			</p>
			{skeletonRows.map((row) => (
				<div className="inbox-skeleton" key={row} aria-hidden="true">
					<div style={{ inlineSize: '46%' }} />
					<div style={{ inlineSize: '96%' }} />
					<div style={{ inlineSize: '78%' }} />
					<div style={{ inlineSize: '30%' }} />
				</div>
			))}
		</div>
	)
}

/** Why the list could not be read, with a retry. */
export function ListError() {
	const { query } = useInbox().list
	return (
		<div className="inbox-state">
			<ReadError query={query}>The list could not be read.</ReadError>
		</div>
	)
}

/** One line while offline: the list may be outdated, and decisions are queued. */
export function ConnectionStatus() {
	const online = useOnline()
	const { live, decisions } = useInbox()
	const { queuedDecisions } = decisions
	if (online && live !== 'broken' && queuedDecisions === 0) return null
	const state = online
		? 'Live updates are interrupted. Trying again.'
		: 'You are offline. What you see may be out of date.'
	return (
		<p className="inbox-decided" role="status">
			<WifiOff size={14} aria-hidden="true" />
			<span>
				{state}
				{queuedDecisions > 0 ? ` ${formatCount(queuedDecisions, 'decision')} will be sent on return.` : ''}
			</span>
		</p>
	)
}

/** The title and the text of each view without testimonials. */
const emptyTexts: Record<View, [title: string, text: string]> = {
	pending: [
		'Nothing is waiting for you.',
		'When the next one is sent it appears here at once; you do not need to refresh.',
	],
	approved: ['Nothing is approved yet.', 'What you approve may stand on your walls, as far as its author agreed.'],
	starred: ['No stars yet.', 'Star the ones you want to find again. Walls show starred ones first.'],
	archived: ['The archive is empty.', 'Archived testimonials leave your walls and are kept here.'],
	rejected: ['Nothing is rejected.', 'Rejected testimonials are kept here. You can restore each of them.'],
	suspect: ['Nothing looks like spam.', 'What looks like spam waits here instead of in Pending. Nothing is deleted.'],
	all: ['Nothing has been sent yet.', 'Testimonials of every state are listed here, Spam and the archive included.'],
}

const firstTexts = [
	'Your first testimonial will land here.',
	'Send the link of your form to somebody who was happy with you. What they write appears here at once.',
] as const

/** The empty state of each view, with the next action. */
export function ListEmpty() {
	const { canEdit, setAdding, list } = useInbox()
	const { filter, clearFilter, counts, facets } = list
	if (countActiveFilters(filter) > 0)
		return (
			<EmptyState title="Nothing matches." actions={<Button onClick={clearFilter}>Clear the filters</Button>}>
				<p>No testimonial in this view fits all of the filters.</p>
			</EmptyState>
		)
	const none = counts && Object.values(counts).every((count) => count === 0)
	const [title, text] = none ? firstTexts : emptyTexts[filter.view]
	const form = facets.forms[0]
	return (
		<EmptyState
			title={title}
			actions={
				form && (filter.view === 'pending' || none) ? (
					<>
						<CopyButton
							variant="primary"
							label="Copy the form’s link"
							text={`${window.location.origin}/collect/${form.slug}`}
						/>
						{canEdit ? (
							<>
								<Link className={buttonClass({})} to={`/dashboard/invitations/new?form=${form.id}`}>
									<Mail size={16} aria-hidden="true" />
									Ask past customers
								</Link>
								<Button variant="quiet" onClick={() => setAdding(true)}>
									<Plus size={16} aria-hidden="true" />
									Add one by hand
								</Button>
								<Link className={buttonClass({ variant: 'quiet' })} to="/dashboard/space/import">
									<FileUp size={16} aria-hidden="true" />
									Import a file
								</Link>
							</>
						) : null}
					</>
				) : null
			}
		>
			{filter.view === 'pending' && counts && counts.approved > 0 ? (
				<p>{formatCount(counts.approved, 'testimonial is', 'testimonials are')} approved.</p>
			) : null}
			<p>{text}</p>
		</EmptyState>
	)
}
