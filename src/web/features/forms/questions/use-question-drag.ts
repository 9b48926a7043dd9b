import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type RefObject, useEffect, useRef, useState } from 'react'

/** Where a dragged question would land relative to this one. */
export type DropEdge = 'before' | 'after' | null

const kind = 'form-question'

/** Makes a row draggable by its handle and a drop target; `onDrop` gets the dragged id and its new place. */
export const useQuestionDrag = (
	row: RefObject<HTMLElement | null>,
	handle: RefObject<HTMLElement | null>,
	question: { id: string; at: number },
	onDrop: (id: string, to: number) => void,
): { dragging: boolean; edge: DropEdge } => {
	const [dragging, setDragging] = useState(false)
	const [edge, setEdge] = useState<DropEdge>(null)
	const latest = useRef({ question, onDrop })
	useEffect(() => {
		latest.current = { question, onDrop }
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
				getInitialData: () => ({ kind, ...latest.current.question }),
				onDragStart: () => setDragging(true),
				onDrop: () => setDragging(false),
			}),
			dropTargetForElements({
				element,
				canDrop: ({ source }) => source.data.kind === kind && source.element !== element,
				onDrag: ({ location }) => setEdge(edgeAt(location.current.input.clientY)),
				onDragLeave: () => setEdge(null),
				onDrop: ({ source, location }) => {
					setEdge(null)
					const from = Number(source.data.at)
					const { at } = latest.current.question
					const after = edgeAt(location.current.input.clientY) === 'after' ? 1 : 0
					latest.current.onDrop(String(source.data.id), at + after - (from < at ? 1 : 0))
				},
			}),
		)
	}, [row, handle])
	return { dragging, edge }
}
