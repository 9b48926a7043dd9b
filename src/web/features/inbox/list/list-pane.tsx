import { Suspense } from 'react'
import { DeferredInbox, useInbox } from '#web/features/inbox/inbox-context.tsx'
import { LastDecision } from '#web/features/inbox/moderation/last-decision.tsx'
import { formatCount } from '#web/lib/format/format.ts'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { lazyComponent } from '#web/lib/loading/import-with-reload.ts'
import { Button } from '#web/ui/button.tsx'
import { BulkToolbar } from './bulk-toolbar.tsx'
import { ListHeader } from './list-header.tsx'
import { ConnectionStatus, ListEmpty, ListError, ListSkeleton } from './list-states.tsx'
import { PurgeSpam } from './purge-spam.tsx'
import { TestimonialList } from './testimonial-list.tsx'
import { UnsearchedNotice } from './unsearched-notice.tsx'

const loadBar = () => import('#web/features/inbox/bulk/bulk-bar.tsx')
const BulkOffer = lazyComponent(async () => (await loadBar()).BulkOffer)
const WholeViewBar = lazyComponent(async () => (await loadBar()).WholeViewBar)
const BulkJobBar = lazyComponent(async () => (await loadBar()).BulkJobBar)

// A constant element, which renders again only when its context changes.
const bulk = <Bulk />

/** The middle pane: header, rows in all their states, last decision, bulk toolbar. */
export function ListPane() {
	const { list, selection } = useInbox()
	const { query, items } = list
	const { isViewOffered } = selection
	return (
		<section className="inbox-pane inbox-list" aria-label="Testimonials">
			<ListHeader />
			<ConnectionStatus />
			<PurgeSpam />
			<UnsearchedNotice />
			<LastDecision />
			{query.isPending ? <ListSkeleton /> : null}
			{query.isError && items.length === 0 ? <ListError /> : null}
			{query.isSuccess && items.length === 0 && !query.hasNextPage ? (
				<div className="inbox-state inbox-state-empty">
					<ListEmpty />
				</div>
			) : null}
			{isViewOffered ? (
				<Suspense>
					<BulkOffer />
				</Suspense>
			) : null}
			{items.length > 0 ? <TestimonialList /> : null}
			<ListFooter />
			<DeferredInbox>{bulk}</DeferredInbox>
		</section>
	)
}

function Bulk() {
	const { selecting, state, bulk } = useInbox().selection
	if (selecting && !state.wholeView) return <BulkToolbar />
	return <Suspense>{state.wholeView ? <WholeViewBar /> : bulk ? <BulkJobBar /> : null}</Suspense>
}

/** Says that more rows are coming, with a button for when that failed; at the end of the list, says so. */
function ListFooter() {
	const { query, items, filter, counts } = useInbox().list
	const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = query
	if (hasNextPage)
		return (
			<div className="inbox-list-foot">
				<Button size="tiny" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
					{isFetchNextPageError ? 'That did not work. Try again' : 'Show more'}
				</Button>
			</div>
		)
	const oldest = items.at(-1)
	if (!oldest) return null
	const note =
		filter.view === 'pending' && counts && items.length === counts.pending
			? ` ${formatCount(items.length, 'testimonial')} waiting, the oldest: ${formatRelative(oldest.submitted_at, 'row')}.`
			: ''
	return <p className="inbox-list-foot ui-small ui-quiet">Nothing is deleted when you reject or archive.{note}</p>
}
