import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import { formatCount, formatShortRelative } from '#web/lib/format/format.ts'
import { Button, Kbd } from '#web/ui/button.tsx'
import { BulkToolbar } from './bulk-toolbar.tsx'
import { ListHeader } from './list-header.tsx'
import { ConnectionStatus, ListEmpty, ListError, ListSkeleton } from './list-states.tsx'
import { PurgeSpam } from './purge-spam.tsx'
import { TestimonialRow } from './testimonial-row.tsx'

/** A number that changes each minute, so that relative times stay current. */
const useCurrentMinute = (): number => {
	const [minute, setMinute] = useState(() => Math.floor(Date.now() / 60_000))
	useEffect(() => {
		const timer = setInterval(() => setMinute(Math.floor(Date.now() / 60_000)), 60_000)
		return () => clearInterval(timer)
	}, [])
	return minute
}

/** The middle pane: header, rows in all their states, last decision, bulk toolbar. */
export function ListPane() {
	const inbox = useInbox()
	const { query, items, filter, state, selecting, currentId } = inbox
	const latest = useRef(inbox)
	useLayoutEffect(() => {
		latest.current = inbox
	})
	const open = useCallback((id: string) => latest.current.openItem(id), [])
	const toggle = useCallback((id: string, range: boolean) => {
		const { dispatch, order, setSelecting, currentId: at, state: now } = latest.current
		setSelecting(true)
		if (range && now.anchor === null && at !== null) dispatch({ type: 'toggled', id: at })
		dispatch(range ? { type: 'ranged', id, order } : { type: 'toggled', id })
	}, [])
	const minute = useCurrentMinute()
	const isMixedView = filter.view === 'starred' || filter.view === 'archived' || filter.view === 'all'
	return (
		<section className="inbox-pane inbox-list" aria-label="Testimonials">
			<ListHeader />
			<ConnectionStatus />
			<PurgeSpam />
			<LastDecision />
			{query.isPending ? <ListSkeleton /> : null}
			{query.isError && items.length === 0 ? <ListError /> : null}
			{query.isSuccess && items.length === 0 && !query.hasNextPage ? (
				<div className="inbox-state inbox-state-empty">
					<ListEmpty />
				</div>
			) : null}
			{items.length > 0 ? (
				<ul aria-label={`${viewLabels[filter.view]} testimonials`} aria-busy={query.isPlaceholderData}>
					{items.map((item) => (
						<TestimonialRow
							key={item.id}
							item={item}
							current={item.id === currentId}
							selected={state.selected.has(item.id)}
							selecting={selecting}
							isNew={state.recentIds.has(item.id)}
							showStatus={isMixedView}
							minute={minute}
							search={filter.q}
							onOpen={open}
							onToggle={toggle}
						/>
					))}
				</ul>
			) : null}
			<ListFooter />
			{selecting ? <BulkToolbar /> : null}
		</section>
	)
}

/** The last decision with its undo, available while the inbox is open (WCAG 2.2.1). */
function LastDecision() {
	const { state, undo } = useInbox()
	const last = state.decisions.at(-1)
	if (!last) return null
	return (
		<div className="inbox-decided">
			<p>
				<bdi>{last.label}</bdi>
			</p>
			<Button size="tiny" variant="quiet" onClick={() => undo(last)}>
				Undo <Kbd>Z</Kbd>
			</Button>
		</div>
	)
}

/** Loads the next fifty when it scrolls into view; at the end of the list, says so. */
function ListFooter() {
	const { query, items, filter, counts } = useInbox()
	const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = query
	const foot = useRef<HTMLDivElement>(null)
	useEffect(() => {
		if (!hasNextPage || isFetchingNextPage || isFetchNextPageError || !foot.current) return
		const observer = new IntersectionObserver(
			([entry]) => {
				if (entry?.isIntersecting) fetchNextPage()
			},
			{ rootMargin: '600px' },
		)
		observer.observe(foot.current)
		return () => observer.disconnect()
	}, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
	if (hasNextPage)
		return (
			<div className="inbox-list-foot" ref={foot}>
				<Button size="tiny" busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
					{isFetchNextPageError ? 'That did not work. Try again' : 'Show more'}
				</Button>
			</div>
		)
	const oldest = items.at(-1)
	if (!oldest) return null
	const note =
		filter.view === 'pending' && counts && items.length === counts.pending
			? ` ${formatCount(items.length, 'testimonial')} waiting, the oldest: ${formatShortRelative(oldest.submitted_at)}.`
			: ''
	return <p className="inbox-list-foot ui-small ui-quiet">Nothing is deleted when you reject or archive.{note}</p>
}
