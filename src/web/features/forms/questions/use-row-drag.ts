import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Where a dragged row would land relative to this one. */
export type DropEdge = 'before' | 'after' | null

/**
 * Makes a row draggable by its handle and a drop target; `onDrop` gets the places that a row is dragged from and to.
 * @param list names the list: rows are dropped only within their own
 */
export const useRowDrag = (
	row: RefObject<HTMLElement | null>,
	handle: RefObject<HTMLElement | null>,
	{ list, at }: { list: string; at: number },
	onDrop: (from: number, to: number) => void,
): { dragging: boolean; edge: DropEdge } => {
	const [dragging, setDragging] = useState(false)
	const [edge, setEdge] = useState<DropEdge>(null)
	const latest = useRef({ at, onDrop })
	useEffect(() => {
		latest.current = { at, onDrop }
	})
	useEffect(() => {
		const element = row.current
		const dragHandle = handle.current
		if (!element || !dragHandle) return
		const edgeAt = (y: number): DropEdge => {
			const box = element.getBoundingClientRect()
			return y < box.top + box.height / 2 ? 'before' : 'after'
		}
		return combine(
			draggable({
				element,
				dragHandle,
				getInitialData: () => ({ list, at: latest.current.at }),
				onDragStart: () => setDragging(true),
				onDrop: () => setDragging(false),
			}),
			dropTargetForElements({
				element,
				canDrop: ({ source }) => source.data.list === list && source.element !== element,
				onDrag: ({ location }) => setEdge(edgeAt(location.current.input.clientY)),
				onDragLeave: () => setEdge(null),
				onDrop: ({ source, location }) => {
					setEdge(null)
					const from = Number(source.data.at)
					const { at, onDrop } = latest.current
					const after = edgeAt(location.current.input.clientY) === 'after' ? 1 : 0
					onDrop(from, at + after - (from < at ? 1 : 0))
				},
			}),
		)
	}, [row, handle, list])
	return { dragging, edge }
}
