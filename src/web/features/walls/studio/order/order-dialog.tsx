import { useState } from 'react'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { OrderList, type Reveal } from './order-list.tsx'
import { OrderSearch } from './order-search.tsx'
import './order.css'

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
	const [announcement, announce] = useState('')
	const [reveal, setReveal] = useState<Reveal | null>(null)
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
			{fixed.length === 0 ? (
				<p className="ui-quiet">Nothing is placed by hand yet.</p>
			) : (
				<>
					<p className="ui-quiet ui-small">
						{fixed.length === 1 ? 'One is placed.' : `${formatNumber(fixed.length)} are placed.`} Drag, type a number,
						or press Alt with ↑, ↓, Home or End.
					</p>
					<OrderList
						spaceId={spaceId}
						fixed={fixed}
						reveal={reveal}
						onReveal={setReveal}
						onChange={onChange}
						onAnnounce={announce}
					/>
				</>
			)}
			<OrderSearch
				spaceId={spaceId}
				fixed={fixed}
				open={open}
				onPlace={(id, name) => {
					onChange([...fixed, id])
					announce(`${name}, placed as number ${fixed.length + 1}`)
					setReveal({ id, place: fixed.length, control: null })
				}}
				onGoTo={(id, place) => setReveal({ id, place, control: 'place' })}
			/>
			<DialogFooter>
				<Button variant="primary" onClick={() => onOpenChange(false)}>
					Done
				</Button>
			</DialogFooter>
		</Dialog>
	)
}
