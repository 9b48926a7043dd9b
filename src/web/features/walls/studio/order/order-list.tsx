import { useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '#web/lib/browser/use-media-query.ts'
import { moveItem } from '#web/lib/drafts/move-item.ts'
import { type OrderControl, OrderRow } from './order-row.tsx'
import { rowsInView } from './rows-in-view.ts'
import { useEdgeScroll } from './use-order-drag.ts'

/** A row that must be seen, and the control of it that takes the focus. */
export type Reveal = { id: string; place: number; control: OrderControl | null }

/** The placed testimonials; only the rows in view are on the page, so that thousands are as fast as ten. */
export function OrderList(props: {
	spaceId: string
	fixed: readonly string[]
	/** From outside, such as a search. */
	reveal: Reveal | null
	onReveal: (reveal: Reveal) => void
	onChange: (fixed: string[]) => void
	onAnnounce: (text: string) => void
}) {
	const { spaceId, fixed, reveal, onReveal, onChange, onAnnounce } = props
	const rowHeight = useMediaQuery('(max-width: 559px)') ? 103 : 57
	const [scrolled, setScrolled] = useState(0)
	const [held, hold] = useState<string | null>(null)
	const list = useEdgeScroll()
	useLayoutEffect(() => {
		const element = list.current
		if (!reveal || !element) return
		const top = reveal.place * rowHeight
		const { scrollTop, clientHeight } = element
		if (top < scrollTop || top + rowHeight > scrollTop + clientHeight)
			element.scrollTop = top - (clientHeight - rowHeight) / 2
		if (!reveal.control) return
		const control = `[data-id="${reveal.id}"] [data-control="${reveal.control}"]`
		element.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
	}, [reveal, rowHeight, list])

	const move = (id: string, wanted: number, control: OrderControl, name: string) => {
		const from = fixed.indexOf(id)
		const place = Math.max(0, Math.min(wanted, fixed.length - 1))
		if (from < 0 || from === place) return
		onChange(moveItem(fixed, from, place))
		onAnnounce(`${name || 'Moved'}, now ${place + 1} of ${fixed.length}`)
		hold(id)
		onReveal({ id, place, control: control === 'grip' ? null : control })
	}
	const remove = (id: string) => {
		const place = fixed.indexOf(id)
		const next = fixed[place + 1] ?? fixed[place - 1]
		onChange(fixed.filter((one) => one !== id))
		onAnnounce(`Taken out. ${fixed.length - 1} are placed.`)
		if (!next) return
		hold(next)
		onReveal({ id: next, place: Math.min(place, fixed.length - 2), control: 'remove' })
	}
	return (
		<section
			ref={list}
			className="order-list"
			aria-label="Placed by hand"
			onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
		>
			<ol style={{ blockSize: fixed.length * rowHeight }}>
				{rowsInView(fixed, { scrolled, rowHeight, keep: [held, reveal?.id] }).map(({ id, place }) => (
					<OrderRow
						key={id}
						spaceId={spaceId}
						id={id}
						place={place}
						count={fixed.length}
						top={place * rowHeight}
						onMove={move}
						onRemove={remove}
						onHold={hold}
					/>
				))}
			</ol>
		</section>
	)
}
