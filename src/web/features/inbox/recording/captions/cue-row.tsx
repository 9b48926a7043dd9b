import { X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { formatRecordingTime, parseRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { DraftCue } from './draft-cues.ts'

type RowProps = {
	cue: DraftCue
	/** Counted from 1. */
	number: number
	lang: string
	isLast: boolean
	onChange: (patch: Partial<DraftCue>) => void
	onRemove: () => void
	onKeyDown: (event: KeyboardEvent) => void
}

/** One caption: its times and its words. */
export function CueRow({ cue, number, lang, isLast, onChange, onRemove, onKeyDown }: RowProps) {
	const words = useRecordingMessages()
	return (
		<li className="caption-cue" data-cue={cue.id}>
			<CueTime
				label={interpolate(words.start, { number })}
				value={cue.start}
				onChange={(start) => onChange({ start: start ?? cue.start })}
			/>
			<CueTime label={interpolate(words.end, { number })} value={cue.end} onChange={(end) => onChange({ end })} />
			<textarea
				className="ui-input"
				rows={1}
				dir="auto"
				lang={lang}
				aria-label={interpolate(words.words, { number })}
				placeholder={isLast ? words.placeholder : undefined}
				value={cue.text}
				onChange={(event) => onChange({ text: event.target.value })}
				onKeyDown={onKeyDown}
			/>
			<IconButton label={interpolate(words.remove, { number })} Icon={X} iconSize={14} size="tiny" onClick={onRemove} />
		</li>
	)
}

/** A time that counts once the field is left; an empty end is that of the next line. */
function CueTime(props: { label: string; value: number | null; onChange: (seconds: number | null) => void }) {
	const { label, value, onChange } = props
	const [typed, setTyped] = useState<string | null>(null)
	const shown = value === null ? '' : formatRecordingTime(value, 1)
	const commit = () => {
		if (typed !== null && typed !== shown) {
			const seconds = parseRecordingTime(typed)
			if (seconds !== null || typed.trim() === '') onChange(seconds)
		}
		setTyped(null)
	}
	return (
		<input
			className="ui-input"
			dir="ltr"
			inputMode="decimal"
			autoComplete="off"
			aria-label={label}
			value={typed ?? shown}
			aria-invalid={(typed !== null && typed.trim() !== '' && parseRecordingTime(typed) === null) || undefined}
			onChange={(event) => setTyped(event.target.value)}
			onBlur={commit}
			onKeyDown={(event) => {
				if (event.key === 'Enter') commit()
			}}
		/>
	)
}
