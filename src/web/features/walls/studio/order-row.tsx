import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

export type OrderEntry = { id: string; name: string; text: string }

/** One placed testimonial. Buttons and Alt with the arrow keys do what dragging does. */
export function OrderRow(props: {
	entry: OrderEntry
	place: number
	count: number
	onMove: (id: string, to: number) => void
	onRemove: () => void
}) {
	const { entry, place, count, onMove, onRemove } = props
	const { row, grip, isOver } = useOrderDrag(entry.id, place, onMove)
	const onKeyDown = (event: KeyboardEvent) => {
		const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
		if (!event.altKey || step === 0) return
		event.preventDefault()
		onMove(entry.id, place + step)
	}
	return (
		<li ref={row} data-over={isOver || undefined} onKeyDown={onKeyDown}>
			<span ref={grip} className="order-grip" aria-hidden="true">
				<GripVertical size={16} />
			</span>
			<span className="order-words">
				<b>
					<bdi>{entry.name}</bdi>
				</b>
				<span className="ui-quiet" dir="auto">
					{entry.text}
				</span>
			</span>
			<span className="order-buttons">
				<Button
					icon
					size="tiny"
					variant="quiet"
					aria-label={`Move ${entry.name} up`}
					aria-disabled={place === 0}
					onClick={() => onMove(entry.id, place - 1)}
				>
					<ArrowUp size={16} aria-hidden="true" />
				</Button>
				<Button
					icon
					size="tiny"
					variant="quiet"
					aria-label={`Move ${entry.name} down`}
					aria-disabled={place === count - 1}
					onClick={() => onMove(entry.id, place + 1)}
				>
					<ArrowDown size={16} aria-hidden="true" />
				</Button>
				<Button icon size="tiny" variant="quiet" aria-label={`Take ${entry.name} out of the order`} onClick={onRemove}>
					<X size={16} aria-hidden="true" />
				</Button>
			</span>
		</li>
	)
}

function useOrderDrag(id: string, place: number, onMove: (id: string, to: number) => void) {
	const row = useRef<HTMLLIElement>(null)
	const handle = useRef<HTMLSpanElement>(null)
	const [isOver, setOver] = useState(false)
	useEffect(() => {
		if (!row.current || !handle.current) return
		return combine(
			draggable({
				element: row.current,
				dragHandle: handle.current,
				getInitialData: () => ({ orderId: id }),
			}),
			dropTargetForElements({
				element: row.current,
				canDrop: ({ source }) => typeof source.data.orderId === 'string',
				onDragEnter: () => setOver(true),
				onDragLeave: () => setOver(false),
				onDrop: ({ source }) => {
					setOver(false)
					onMove(String(source.data.orderId), place)
				},
			}),
		)
	}, [id, place, onMove])
	return { row, grip: handle, isOver }
}
