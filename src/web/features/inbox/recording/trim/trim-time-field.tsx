import { Minus, Plus } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { formatRecordingTime, parseRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { EdgeMove } from './trim.ts'

const step = 0.5

/** The time of an edge as a field, with buttons of half a second. What is typed counts on Enter or when the field is left. */
export function TrimTimeField(props: {
	label: string
	value: number
	/** Length of the recording, for the message about a time that is none. */
	all: string
	onMove: (move: EdgeMove) => void
}) {
	const { label, value, all, onMove } = props
	const words = useRecordingMessages()
	const id = useId()
	const [typed, setTyped] = useState<string | null>(null)
	const shown = formatRecordingTime(value, 1)
	const isWrong = typed !== null && parseRecordingTime(typed) === null
	// biome-ignore lint/correctness/useExhaustiveDependencies: a moved edge replaces what was typed
	useEffect(() => setTyped(null), [value])
	const commit = () => {
		if (typed === null || typed === shown) return setTyped(null)
		const to = parseRecordingTime(typed)
		if (to === null) return
		setTyped(null)
		onMove({ to })
	}
	return (
		<div className="recording-time-field">
			<label htmlFor={id}>{label}</label>
			<span dir="ltr">
				<IconButton
					label={interpolate(words.earlier, { edge: label })}
					Icon={Minus}
					iconSize={14}
					variant="plain"
					size="tiny"
					onClick={() => onMove({ by: -step })}
				/>
				<input
					id={id}
					className="ui-input"
					inputMode="decimal"
					autoComplete="off"
					value={typed ?? shown}
					aria-invalid={isWrong || undefined}
					aria-describedby={isWrong ? `${id}-wrong` : undefined}
					onChange={(event) => setTyped(event.target.value)}
					onBlur={commit}
					onKeyDown={(event) => {
						if (event.key === 'Enter') commit()
						if (event.key === 'Escape') setTyped(null)
					}}
				/>
				<IconButton
					label={interpolate(words.later, { edge: label })}
					Icon={Plus}
					iconSize={14}
					variant="plain"
					size="tiny"
					onClick={() => onMove({ by: step })}
				/>
			</span>
			{isWrong ? (
				<p className="ui-error" id={`${id}-wrong`} role="alert">
					{interpolate(words.badTime, { all })}
				</p>
			) : null}
		</div>
	)
}
