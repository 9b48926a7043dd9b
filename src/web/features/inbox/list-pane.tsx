import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { counted } from '#web/lib/in-words.ts'
import { shortWhen } from '#web/lib/when.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { viewWords } from './item-words.ts'
import { ListHead } from './list-head.tsx'
import { ConnectionLine, ListEmpty, ListError, ListSkeleton } from './list-states.tsx'
import { TestimonialRow } from './testimonial-row.tsx'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'
import type { Judge } from './use-judge.ts'

/** A number that changes each minute, so that "14 min" does not grow old on the screen. */
const useMinute = (): number => {
	const [minute, setMinute] = useState(() => Math.floor(Date.now() / 60_000))
	useEffect(() => {
		const timer = setInterval(() => setMinute(Math.floor(Date.now() / 60_000)), 60_000)
		return () => clearInterval(timer)
	}, [])
	return minute
}

/** The middle pane: the head, the rows in all of their states, what was just decided, the bulk bar. */
export function ListPane({
	inbox,
	judge,
	facets,
	head,
}: {
	inbox: Inbox
	judge: Judge
	facets: Facets
	head: {
		searching: boolean
		setSearching: (open: boolean) => void
		search: RefObject<HTMLInputElement | null>
		onHelp: () => void
	}
}) {
	const { query, items, filter, state, selecting, currentId } = inbox
	const latest = useRef(inbox)
	useLayoutEffect(() => {
		latest.current = inbox
	})
	const open = useCallback((id: string) => latest.current.show(id), [])
	const toggle = useCallback((id: string, range: boolean) => {
		const { dispatch, order, setSelecting, currentId: at, state: now } = latest.current
		setSelecting(true)
		if (range && now.anchor === null && at !== null) dispatch({ type: 'toggled', id: at })
		dispatch(range ? { type: 'ranged', id, order } : { type: 'toggled', id })
	}, [])
	const minute = useMinute()
	const mixed = filter.view === 'starred' || filter.view === 'archived'
	return (
		<section className="inbox-pane inbox-list" aria-label="Testimonials">
			<ListHead inbox={inbox} facets={facets} {...head} />
			<ConnectionLine inbox={inbox} />
			<JustDecided inbox={inbox} judge={judge} />
			{query.isPending ? <ListSkeleton /> : null}
			{query.isError && items.length === 0 ? <ListError inbox={inbox} /> : null}
			{query.isSuccess && items.length === 0 && !query.hasNextPage ? (
				<div className="inbox-state inbox-state-empty">
					<ListEmpty inbox={inbox} facets={facets} />
				</div>
			) : null}
			{items.length > 0 ? (
				<ul
					aria-label={`${viewWords[filter.view]} testimonials`}
					aria-busy={query.isPlaceholderData}
				>
					{items.map((item) => (
						<TestimonialRow
							key={item.id}
							item={item}
							current={item.id === currentId}
							selected={state.selected.has(item.id)}
							selecting={selecting}
							fresh={state.fresh.has(item.id)}
							status={mixed}
							minute={minute}
							onOpen={open}
							onToggle={toggle}
						/>
					))}
				</ul>
			) : null}
			<ListFoot inbox={inbox} />
			{selecting ? <BulkBar inbox={inbox} judge={judge} facets={facets} /> : null}
		</section>
	)
}

/** The last decision, with its way back for as long as one stays in this inbox (WCAG 2.2.1). */
function JustDecided({ inbox, judge }: { inbox: Inbox; judge: Judge }) {
	const last = inbox.state.decisions.at(-1)
	if (!last) return null
	return (
		<div className="inbox-decided">
			<p>
				<bdi>{last.words}</bdi>
			</p>
			<Button size="tiny" variant="quiet" onClick={() => judge.undo(last)}>
				Undo <Kbd>Z</Kbd>
			</Button>
		</div>
	)
}

/** Loads the next fifty when it comes into sight; at the end of all, says what is there. */
function ListFoot({ inbox }: { inbox: Inbox }) {
	const { query, items, filter, counts } = inbox
	const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError } = query
	const foot = useRef<HTMLDivElement>(null)
	useEffect(() => {
		if (!hasNextPage || isFetchingNextPage || isFetchNextPageError || !foot.current) return
		const watch = new IntersectionObserver(
			([entry]) => {
				if (entry?.isIntersecting) fetchNextPage()
			},
			{ rootMargin: '600px' },
		)
		watch.observe(foot.current)
		return () => watch.disconnect()
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
	const words =
		filter.view === 'pending' && counts && items.length === counts.pending
			? ` ${counted(items.length, 'testimonial')} waiting, the oldest: ${shortWhen(oldest.submitted_at)}.`
			: ''
	return (
		<p className="inbox-list-foot ui-small ui-quiet">
			Nothing is deleted when you reject or archive.{words}
		</p>
	)
}
