import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical, X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type OrderEntry, useOrderEntry } from './order-entries.ts'
import { PositionField } from './position-field.tsx'
import { useOrderDrag } from './use-order-drag.ts'

/** The control that moved a row, so that the focus stays on it. */
export type OrderControl = 'place' | 'first' | 'up' | 'down' | 'last' | 'remove' | 'grip'

export type OrderActions = {
	/** @param name for the announcement */
	onMove: (id: string, to: number, control: OrderControl, name: string) => void
	onRemove: (id: string) => void
	/** The row must not leave the page while it is dragged or has the focus. */
	onHold: (id: string) => void
}

/** One placed testimonial. Buttons, its number and keys do what dragging does. */
export function OrderRow(
	props: { spaceId: string; id: string; place: number; count: number; top: number } & OrderActions,
) {
	const { spaceId, id, place, count, top, onMove, onRemove, onHold } = props
	const entry = useOrderEntry(spaceId, id)
	const name = entry?.name ?? `number ${place + 1}`
	const move = (to: number, control: OrderControl) => onMove(id, to, control, name)
	const { row, grip, over } = useOrderDrag(id, place, {
		onMove: (dragged, to) => onMove(dragged, to, 'grip', dragged === id ? name : ''),
		onDragStart: onHold,
	})
	const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
		const keys: Record<string, number> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }
		const to = keys[event.key]
		if (!event.altKey || to === undefined) return
		event.preventDefault()
		const focused = (event.target as Element).closest('[data-control]')?.getAttribute('data-control')
		move(to, (focused as OrderControl | null | undefined) ?? 'place')
	}
	const [isFirst, isLast] = [place === 0, place === count - 1]
	const buttons = [
		{ label: `Move ${name} to the top`, Icon: ArrowUpToLine, disabled: isFirst, control: 'first', to: 0 },
		{ label: `Move ${name} up`, Icon: ArrowUp, disabled: isFirst, control: 'up', to: place - 1 },
		{ label: `Move ${name} down`, Icon: ArrowDown, disabled: isLast, control: 'down', to: place + 1 },
		{ label: `Move ${name} to the bottom`, Icon: ArrowDownToLine, disabled: isLast, control: 'last', to: count - 1 },
	] as const
	return (
		<li
			ref={row}
			data-id={id}
			data-over={over ?? undefined}
			aria-setsize={count}
			aria-posinset={place + 1}
			style={{ insetBlockStart: top }}
			onKeyDown={onKeyDown}
			onFocus={() => onHold(id)}
		>
			<span ref={grip} className="order-grip" aria-hidden="true">
				<GripVertical size={16} />
			</span>
			<PositionField name={name} place={place} count={count} onMove={(to) => move(to, 'place')} />
			<EntryText entry={entry} />
			<span className="order-buttons">
				{buttons.map(({ label, Icon, disabled, control, to }) => (
					<IconButton
						label={label}
						Icon={Icon}
						key={control}
						size="tiny"
						data-control={control}
						aria-disabled={disabled}
						onClick={() => move(to, control)}
					/>
				))}
				<IconButton
					label={`Take ${name} out of the order`}
					Icon={X}
					size="tiny"
					data-control="remove"
					onClick={() => onRemove(id)}
				/>
			</span>
		</li>
	)
}

/** Author and first words; without them while they are read, and a sentence where there are none. */
export function EntryText({ entry }: { entry: OrderEntry | null | undefined }) {
	if (entry === null) return <span className="order-words ui-quiet">Not published at present: it keeps its place.</span>
	return (
		<span className="order-words">
			<b>
				<bdi>{entry?.name ?? '…'}</bdi>
			</b>
			<span className="ui-quiet" dir="auto">
				{entry?.text}
			</span>
		</span>
	)
}
