import { useState } from 'react'

/**
 * The position of a testimonial in a list, counted from 1. Enter or leaving the field moves it; a number beyond the
 * list means its end, and anything else is ignored.
 */
export function PositionField(props: { name: string; place: number; count: number; onMove: (to: number) => void }) {
	const { name, place, count, onMove } = props
	const [typed, setTyped] = useState<string | null>(null)
	const commit = () => {
		setTyped(null)
		const wanted = Number(typed?.trim() || Number.NaN)
		if (!Number.isInteger(wanted)) return
		const to = Math.max(1, Math.min(wanted, count)) - 1
		if (to !== place) onMove(to)
	}
	return (
		<input
			className="ui-input order-place"
			data-control="place"
			inputMode="numeric"
			aria-label={`Position of ${name}, 1 to ${count}`}
			value={typed ?? place + 1}
			onChange={(event) => setTyped(event.target.value)}
			onFocus={(event) => event.target.select()}
			onBlur={commit}
			onKeyDown={(event) => {
				if (event.key !== 'Enter') return
				event.preventDefault()
				commit()
			}}
		/>
	)
}
