import {
	type RefObject,
	useCallback,
	useDeferredValue,
	useEffect,
	useLayoutEffect,
	useMemo,
	useRef,
	useState,
} from 'react'
import { useLocation } from 'react-router'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { viewLabels } from '#web/features/inbox/item-labels.ts'
import { drawnIndexes } from './row-window.ts'
import { TestimonialRow } from './testimonial-row.tsx'
import { useRowWindow } from './use-row-window.ts'

/** A number that changes each minute, so that relative times stay current. */
const useCurrentMinute = (): number => {
	const [minute, setMinute] = useState(() => Math.floor(Date.now() / 60_000))
	useEffect(() => {
		const timer = setInterval(() => setMinute(Math.floor(Date.now() / 60_000)), 60_000)
		return () => clearInterval(timer)
	}, [])
	return minute
}

/** The address of the list without what is open, which each row adds. */
const useListAddress = (): string => {
	const { search } = useLocation()
	const address = new URLSearchParams(search)
	address.delete('t')
	return String(address)
}

/** Fetches the pages before and after when the drawn rows come near them. */
const useNearPages = (from: number, to: number) => {
	const { query, items } = useInbox().list
	const { hasNextPage, hasPreviousPage, isFetching, isFetchNextPageError, fetchNextPage, fetchPreviousPage } = query
	const isNearEnd = to > items.length - 20
	const isNearStart = from < 10
	useEffect(() => {
		if (isFetching) return
		if (hasNextPage && isNearEnd && !isFetchNextPageError) fetchNextPage()
		else if (hasPreviousPage && isNearStart) fetchPreviousPage()
	}, [
		isFetching,
		isFetchNextPageError,
		hasNextPage,
		hasPreviousPage,
		isNearEnd,
		isNearStart,
		fetchNextPage,
		fetchPreviousPage,
	])
}

/** Scrolls to a row that was opened, and keeps the focus on the open row while keys move within the list. */
const useShownRow = (list: RefObject<HTMLElement | null>, currentId: string | null, isListed: boolean) => {
	const shown = useRef(currentId)
	useLayoutEffect(() => {
		const former = shown.current
		if (!isListed || currentId === former) return
		shown.current = currentId
		// The first row opens by itself, at the top.
		if (former === null) return
		const row = list.current?.querySelector<HTMLElement>(`[data-row="${currentId}"]`)
		row?.scrollIntoView({ block: 'nearest' })
		if (list.current?.contains(document.activeElement)) row?.querySelector('a')?.focus({ preventScroll: true })
	}, [list, currentId, isListed])
}

/**
 * The rows of the list. Those near the visible part are drawn, as well as the one with the focus and the open one;
 * gaps as high as the rows stand for the others.
 */
export function TestimonialList() {
	const inbox = useInbox()
	const { query, items, order, filter, firstAt } = inbox.list
	const { state, selecting } = inbox.selection
	const { currentId, at } = inbox.navigation
	// The row that a key selects has its box at once; those of the others follow.
	const isSelecting = useDeferredValue(selecting)
	const latest = useRef(inbox)
	useLayoutEffect(() => {
		latest.current = inbox
	})
	const open = useCallback((id: string) => latest.current.navigation.openItem(id), [])
	const toggle = useCallback((id: string, range: boolean) => {
		const { dispatch, setSelecting, state: now } = latest.current.selection
		const current = latest.current.navigation.currentId
		setSelecting(true)
		if (range && now.anchor === null && current !== null) dispatch({ type: 'toggled', id: current })
		dispatch(range ? { type: 'ranged', id, order: latest.current.list.order } : { type: 'toggled', id })
	}, [])
	const list = useRef<HTMLUListElement>(null)
	const minute = useCurrentMinute()
	useShownRow(list, currentId, at >= 0)
	const address = useListAddress()
	const [focused, setFocused] = useState<string | null>(null)
	const { range, heights } = useRowWindow(list, order, !query.hasPreviousPage, inbox.wide)
	useNearPages(range.from, range.to)
	const focusedAt = useMemo(() => (focused === null ? -1 : order.indexOf(focused)), [order, focused])
	const drawn = drawnIndexes(range, items.length, [at, focusedAt])
	const isMixedView = filter.view === 'starred' || filter.view === 'archived' || filter.view === 'all'
	const total = query.hasNextPage || firstAt === undefined ? -1 : firstAt + items.length
	const gap = (from: number, to: number) =>
		to > from ? (
			<li
				key={`gap-${from}`}
				className="inbox-gap"
				aria-hidden="true"
				style={{ blockSize: heights.between(order, from, to) }}
			/>
		) : null
	return (
		<ul
			ref={list}
			aria-label={`${viewLabels[filter.view]} testimonials`}
			aria-busy={query.isPlaceholderData}
			onFocus={(event) => setFocused(event.target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)}
			onBlur={() => setFocused(null)}
		>
			{drawn.flatMap((index, n) => {
				const item = items[index]
				if (!item) return []
				return [
					gap(n === 0 ? 0 : (drawn[n - 1] ?? 0) + 1, index),
					<TestimonialRow
						key={item.id}
						item={item}
						position={firstAt === undefined ? undefined : firstAt + index + 1}
						total={total}
						current={item.id === currentId}
						selected={state.selected.has(item.id)}
						selecting={selecting && (isSelecting || state.selected.has(item.id))}
						isNew={state.recentIds.has(item.id)}
						showStatus={isMixedView}
						minute={minute}
						address={address}
						search={filter.q}
						onOpen={open}
						onToggle={toggle}
					/>,
				]
			})}
			{gap((drawn.at(-1) ?? -1) + 1, items.length)}
		</ul>
	)
}
