import { Icon } from '#web/public/page-shell/icons.tsx'
import { clockTime } from '#web/public/recorder/format-time.ts'
import { minus, plus } from '#web/public/recorder/icons.ts'

/** Moves an end of the part by half a second, for hands and devices that cannot drag. */
export function Nudge(props: {
	name: string
	seconds: number
	earlier: string
	later: string
	disabled: boolean
	onMove: (seconds: number) => void
}) {
	const { seconds, onMove, disabled } = props
	const step = 0.5
	return (
		<fieldset className="nudge" aria-label={props.name}>
			<button
				type="button"
				className="x"
				aria-label={props.earlier}
				disabled={disabled}
				onClick={() => onMove(seconds - step)}
			>
				<Icon drawing={minus} />
			</button>
			<span className="nums">
				<small>{props.name}</small>
				{clockTime(seconds, 1)}
			</span>
			<button
				type="button"
				className="x"
				aria-label={props.later}
				disabled={disabled}
				onClick={() => onMove(seconds + step)}
			>
				<Icon drawing={plus} />
			</button>
		</fieldset>
	)
}
