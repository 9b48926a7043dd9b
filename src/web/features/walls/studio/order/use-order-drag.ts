import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState } from 'react'

/** On which side of a row the dragged one would come to stand. */
export type DropSide = 'before' | 'after'

/** Makes a row draggable by its handle, and a place to drop another one. */
export function useOrderDrag(
	id: string,
	place: number,
	{ onMove, onDragStart }: { onMove: (id: string, to: number) => void; onDragStart: (id: string) => void },
) {
	const row = useRef<HTMLLIElement>(null)
	const grip = useRef<HTMLSpanElement>(null)
	const [over, setOver] = useState<DropSide | null>(null)
	useEffect(() => {
		if (!row.current || !grip.current) return
		return combine(
			draggable({
				element: row.current,
				dragHandle: grip.current,
				getInitialData: () => ({ orderId: id, place }),
				onDragStart: () => onDragStart(id),
			}),
			dropTargetForElements({
				element: row.current,
				canDrop: ({ source }) => typeof source.data.orderId === 'string' && source.data.orderId !== id,
				onDragEnter: ({ source }) => setOver(Number(source.data.place) < place ? 'after' : 'before'),
				onDragLeave: () => setOver(null),
				onDrop: ({ source }) => {
					setOver(null)
					onMove(String(source.data.orderId), place)
				},
			}),
		)
	}, [id, place, onMove, onDragStart])
	return { row, grip, over }
}

/** Distance to an edge of the list, in px, from which it scrolls below a dragged row. */
const edge = 56

/** Scrolls a list while a row is dragged near its edges, the faster the nearer. */
export function useEdgeScroll() {
	const list = useRef<HTMLElement>(null)
	useEffect(() => {
		const element = list.current
		if (!element) return
		return dropTargetForElements({
			element,
			onDrag: ({ location }) => {
				const { top, bottom } = element.getBoundingClientRect()
				const { clientY } = location.current.input
				const above = Math.max(0, top + edge - clientY)
				const below = Math.max(0, clientY - (bottom - edge))
				element.scrollTop += (below - above) / 2
			},
		})
	}, [])
	return list
}
