import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, GripVertical, Pin, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { moveItem } from '#web/lib/drafts/move-item.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { PositionField } from './position-field.tsx'

type OrderEntry = { id: string; name: string; text: string }

/**
 * Orders testimonials by hand, above those that the rules choose: by drag, by buttons, by number, or with Alt and the
 * arrow keys, Home and End.
 */
export function OrderDialog(props: {
	spaceId: string
	fixed: readonly string[]
	open: boolean
	onOpenChange: (open: boolean) => void
	onChange: (fixed: string[]) => void
}) {
	const { spaceId, fixed, open, onOpenChange, onChange } = props
	const [searchText, setSearchText] = useState('')
	const { data: entries = [], isPending } = usePublishedTestimonials(spaceId, open)
	const [announcement, announce] = useState('')
	const placed = fixed.flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
	const wanted = searchText.trim().toLocaleLowerCase()
	const others = entries.filter(
		({ id, name, text }) => !fixed.includes(id) && `${name} ${text}`.toLocaleLowerCase().includes(wanted),
	)
	const move = (id: string, to: number) => {
		const target = placed[Math.max(0, Math.min(to, placed.length - 1))]
		const moved = placed.find((entry) => entry.id === id)
		if (!target || !moved) return
		// A placed testimonial that is no longer published is not listed but keeps its place in `fixed`.
		onChange(moveItem(fixed, fixed.indexOf(id), fixed.indexOf(target.id)))
		announce(`${moved.name}, now ${placed.indexOf(target) + 1} of ${placed.length}`)
	}
	return (
		<Dialog
			wide
			title="Order"
			description="What you place here stands first, in this order. The rest follows by your rules: starred first, then the latest approved."
			open={open}
			onOpenChange={onOpenChange}
		>
			<p className="ui-sr" aria-live="polite">
				{announcement}
			</p>
			{isPending ? (
				<Spinner />
			) : placed.length === 0 ? (
				<p className="ui-quiet">Nothing is placed by hand yet.</p>
			) : (
				<ol className="order-list">
					{placed.map((entry, place) => (
						<OrderRow
							key={entry.id}
							entry={entry}
							place={place}
							count={placed.length}
							onMove={move}
							onRemove={() => onChange(fixed.filter((id) => id !== entry.id))}
						/>
					))}
				</ol>
			)}
			<TextField
				label="Add a published testimonial"
				placeholder="Find by name or words"
				value={searchText}
				onChange={(event) => setSearchText(event.target.value)}
			/>
			<ul className="order-rest">
				{others.slice(0, 30).map((entry) => (
					<li key={entry.id}>
						<EntryText entry={entry} />
						<Button
							size="tiny"
							variant="quiet"
							aria-label={`Place ${entry.name} by hand`}
							onClick={() => onChange([...fixed, entry.id])}
						>
							<Pin size={14} aria-hidden="true" />
							Place
						</Button>
					</li>
				))}
			</ul>
			<DialogFooter>
				<Button variant="primary" onClick={() => onOpenChange(false)}>
					Done
				</Button>
			</DialogFooter>
		</Dialog>
	)
}

/** One placed testimonial. Buttons, its number and keys do what dragging does. */
function OrderRow(props: {
	entry: OrderEntry
	place: number
	count: number
	onMove: (id: string, to: number) => void
	onRemove: () => void
}) {
	const { entry, place, count, onMove, onRemove } = props
	const { row, grip, isOver } = useOrderDrag(entry.id, place, onMove)
	const onKeyDown = (event: KeyboardEvent) => {
		const keys: Record<string, number> = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: count - 1 }
		const to = keys[event.key]
		if (!event.altKey || to === undefined) return
		event.preventDefault()
		onMove(entry.id, to)
	}
	const { name } = entry
	const [isFirst, isLast] = [place === 0, place === count - 1]
	const buttons = [
		{ label: `Move ${name} to the top`, Icon: ArrowUpToLine, disabled: isFirst, act: () => onMove(entry.id, 0) },
		{ label: `Move ${name} up`, Icon: ArrowUp, disabled: isFirst, act: () => onMove(entry.id, place - 1) },
		{ label: `Move ${name} down`, Icon: ArrowDown, disabled: isLast, act: () => onMove(entry.id, place + 1) },
		{
			label: `Move ${name} to the bottom`,
			Icon: ArrowDownToLine,
			disabled: isLast,
			act: () => onMove(entry.id, count - 1),
		},
		{ label: `Take ${name} out of the order`, Icon: X, act: onRemove },
	]
	return (
		<li ref={row} data-over={isOver || undefined} onKeyDown={onKeyDown}>
			<span ref={grip} className="order-grip" aria-hidden="true">
				<GripVertical size={16} />
			</span>
			<PositionField name={name} place={place} count={count} onMove={(to) => onMove(entry.id, to)} />
			<EntryText entry={entry} />
			<span className="order-buttons">
				{buttons.map(({ label, Icon, act, disabled }) => (
					<Button
						key={label}
						icon
						size="tiny"
						variant="quiet"
						aria-label={label}
						aria-disabled={disabled}
						onClick={act}
					>
						<Icon size={16} aria-hidden="true" />
					</Button>
				))}
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

function EntryText({ entry: { name, text } }: { entry: OrderEntry }) {
	return (
		<span className="order-words">
			<b>
				<bdi>{name}</bdi>
			</b>
			<span className="ui-quiet" dir="auto">
				{text}
			</span>
		</span>
	)
}

/** The five hundred published testimonials that were approved last. */
function usePublishedTestimonials(spaceId: string, wanted: boolean) {
	return useQuery({
		queryKey: [...queryKeys.testimonials(spaceId), 'to-order'],
		enabled: wanted,
		queryFn: async (): Promise<OrderEntry[]> => {
			const rows = unwrap(
				await (await supabase)
					.from('public_testimonials')
					.select('id,author_name,body,approved_at')
					.eq('space_id', spaceId)
					.order('approved_at', { ascending: false })
					.limit(500),
			)
			return rows.map(({ id, author_name, body }) => ({
				id,
				name: author_name ?? 'Name withheld',
				text: body.slice(0, 120),
			}))
		},
	})
}
