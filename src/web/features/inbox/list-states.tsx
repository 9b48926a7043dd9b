import { Mail, Plus, WifiOff } from 'lucide-react'
import { Link } from 'react-router'
import { sayError } from '#web/lib/errors.ts'
import { counted } from '#web/lib/in-words.ts'
import { useOnline } from '#web/lib/use-media.ts'
import { Empty } from '#web/ui/blocks.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { emptyFilter, filtersInUse, type View } from './inbox-filter.ts'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'

const ghosts = ['a', 'b', 'c', 'd', 'e', 'f']

/** Rows to come, while the first page is read. */
export function ListSkeleton() {
	return (
		<div aria-busy="true">
			<p className="ui-sr" role="status">
				Loading testimonials
			</p>
			{ghosts.map((ghost) => (
				<div className="inbox-ghost" key={ghost} aria-hidden="true">
					<div style={{ inlineSize: '46%' }} />
					<div style={{ inlineSize: '96%' }} />
					<div style={{ inlineSize: '78%' }} />
					<div style={{ inlineSize: '30%' }} />
				</div>
			))}
		</div>
	)
}

/** What went wrong with reading the list, and the way to try again. */
export function ListError({ inbox }: { inbox: Inbox }) {
	const { query } = inbox
	return (
		<div className="inbox-state">
			<Notice bad>
				<p>The list could not be read. {sayError(query.error)}</p>
				<Button size="tiny" busy={query.isFetching} onClick={() => query.refetch()}>
					Try again
				</Button>
			</Notice>
		</div>
	)
}

/** One line while there is no connection: what one sees may be old, what one decides waits. */
export function ConnectionLine({ inbox }: { inbox: Inbox }) {
	const online = useOnline()
	const { live, waiting } = inbox
	if (online && live !== 'broken' && waiting === 0) return null
	const state = online
		? 'Live updates are interrupted. Trying again.'
		: 'You are offline. What you see may be out of date.'
	return (
		<p className="inbox-decided" role="status">
			<WifiOff size={14} aria-hidden="true" />
			<span>
				{state}
				{waiting > 0 ? ` ${counted(waiting, 'decision')} will be sent on return.` : ''}
			</span>
		</p>
	)
}

const nothing: Record<View, { title: string; words: string }> = {
	pending: {
		title: 'Nothing is waiting for you.',
		words: 'When the next one is sent it appears here at once; you do not need to refresh.',
	},
	approved: {
		title: 'Nothing is approved yet.',
		words: 'What you approve may stand on your walls, as far as its author agreed.',
	},
	starred: {
		title: 'No stars yet.',
		words: 'Star the ones you want to find again. Walls show starred ones first.',
	},
	archived: {
		title: 'The archive is empty.',
		words: 'Archived testimonials leave your walls and are kept here.',
	},
	rejected: {
		title: 'Nothing is rejected.',
		words: 'Rejected testimonials are kept here. You can restore each of them.',
	},
	suspect: {
		title: 'Nothing looks suspect.',
		words: 'What looks like spam waits here instead of in Pending. Nothing is deleted.',
	},
}

/** What stands where the rows would: the sentence for this view and the next thing to do. */
export function ListEmpty({ inbox, facets }: { inbox: Inbox; facets: Facets }) {
	const { filter, changeFilter, counts } = inbox
	if (filtersInUse(filter) > 0)
		return (
			<Empty
				title="Nothing matches."
				actions={
					<Button onClick={() => changeFilter({ ...emptyFilter, view: filter.view })}>
						Clear the filters
					</Button>
				}
			>
				<p>No testimonial in this view fits all of the filters.</p>
			</Empty>
		)
	const none = counts && Object.values(counts).every((count) => count === 0)
	const { title, words } = none
		? {
				title: 'Your first testimonial will land here.',
				words:
					'Send the link of your form to somebody who was happy with you. What they write appears here at once.',
			}
		: nothing[filter.view]
	const form = facets.forms[0]
	return (
		<Empty
			title={title}
			actions={
				form && (filter.view === 'pending' || none) ? (
					<>
						<CopyButton
							variant="primary"
							label="Copy the form’s link"
							text={`${window.location.origin}/collect/${form.slug}`}
						/>
						<Link className={buttonClass({})} to={`/dashboard/forms/${form.id}?share=true`}>
							<Mail size={16} aria-hidden="true" />
							Ask past customers
						</Link>
						<Link className={buttonClass({ variant: 'quiet' })} to="/dashboard/start">
							<Plus size={16} aria-hidden="true" />
							Paste one by hand
						</Link>
					</>
				) : null
			}
		>
			{filter.view === 'pending' && counts && counts.approved > 0 ? (
				<p>{counted(counts.approved, 'testimonial is', 'testimonials are')} approved.</p>
			) : null}
			<p>{words}</p>
		</Empty>
	)
}
