import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { createRowHeights, movedRange, overscan, type RowHeights, type RowRange } from './row-window.ts'

const rowOf = (list: HTMLElement, id: string) => list.querySelector<HTMLElement>(`[data-row="${id}"]`)

type Anchor = { id: string; top: number } | null

/** The first row on the screen and its place there, to keep it there when rows above it come or go. */
const findAnchor = (list: HTMLElement, top: number): Anchor => {
	for (const row of list.querySelectorAll<HTMLElement>('[data-row]')) {
		const box = row.getBoundingClientRect()
		if (box.bottom > top) return { id: row.dataset.row ?? '', top: box.top }
	}
	return null
}

/**
 * Decides which rows of a long list are drawn, from where it is scrolled to. `isWhole` says that no rows exist before
 * the first; `isPane` that the pane scrolls, and otherwise the page does.
 */
export const useRowWindow = (
	list: RefObject<HTMLElement | null>,
	ids: readonly string[],
	isWhole: boolean,
	isPane: boolean,
): { range: RowRange; heights: RowHeights } => {
	const [heights] = useState(createRowHeights)
	const [place] = useState(() => ({ anchor: null as Anchor, isAtStart: true }))
	const [range, setRange] = useState<RowRange>({ from: 0, to: 24 })
	const [known, setKnown] = useState(ids)
	// The state changes in the same render, so that the rows on the screen stay drawn while others come or go above them.
	if (known !== ids) {
		setKnown(ids)
		setRange((now) => movedRange(now, known, ids))
	}

	useLayoutEffect(() => {
		const element = list.current
		if (!element) return
		const look = () => {
			const { top } = element.getBoundingClientRect()
			const next = heights.range(ids, -top - overscan, -top + window.innerHeight + overscan)
			setRange((now) => (now.from === next.from && now.to === next.to ? now : next))
		}
		const scroller = (isPane ? element.closest('.inbox-pane') : null) ?? document.scrollingElement
		const visibleTop = () => (isPane ? (scroller?.getBoundingClientRect().top ?? 0) : 0)
		heights.keepOnly(ids)
		// Rows that were loaded or let go above must not move what is read. At the very top new arrivals are seen.
		const was = place.anchor
		const isDrawn = was !== null && ids.slice(range.from, range.to).includes(was.id)
		const row = isDrawn ? rowOf(element, was.id) : null
		if (was && row && scroller && !place.isAtStart) {
			const moved = row.getBoundingClientRect().top - was.top
			if (Math.abs(moved) > 1) scroller.scrollTop += moved
		}
		const note = () => {
			place.anchor = findAnchor(element, visibleTop())
			place.isAtStart = isWhole && (scroller?.scrollTop ?? 0) <= 0
		}
		const scrolled = () => {
			note()
			look()
		}
		note()
		look()
		// Captured: the scrolling of a pane does not bubble.
		document.addEventListener('scroll', scrolled, { capture: true, passive: true })
		window.addEventListener('resize', scrolled)
		return () => {
			document.removeEventListener('scroll', scrolled, { capture: true })
			window.removeEventListener('resize', scrolled)
		}
	}, [list, ids, range, heights, place, isWhole, isPane])

	useEffect(() => {
		const element = list.current
		if (!element) return
		const observer = new ResizeObserver((entries) => {
			for (const { target, borderBoxSize } of entries) {
				const height = borderBoxSize[0]?.blockSize ?? 0
				if (height > 0 && target instanceof HTMLElement && target.dataset.row) heights.set(target.dataset.row, height)
			}
		})
		for (const id of ids.slice(range.from, range.to)) {
			const row = rowOf(element, id)
			if (row) observer.observe(row)
		}
		return () => observer.disconnect()
	}, [list, heights, range, ids])
	return { range, heights }
}
