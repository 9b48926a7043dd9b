import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Player } from '#web/features/inbox/recording/player/create-player.ts'
import { usePlayerTime } from '#web/features/inbox/recording/player/use-player.ts'
import { formatRecordingTime } from '#web/features/inbox/recording/recording-time.ts'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { Waveform } from '#web/features/inbox/recording/waveform.tsx'
import type { EdgeMove, Trim, TrimEdge } from './trim.ts'

type BarProps = {
	trim: Trim
	seconds: number
	peaks: readonly number[] | null
	player: Player
	/** Shows a moved edge. @returns the part as it may be */
	onMove: (edge: TrimEdge, move: EdgeMove) => Trim
	onSave: (trim: Trim) => void
}

/** Seconds by key; with Shift ten times as much. */
const keySteps: Record<string, number> = {
	ArrowLeft: -0.1,
	ArrowDown: -0.1,
	ArrowRight: 0.1,
	ArrowUp: 0.1,
	PageDown: -5,
	PageUp: 5,
}

/** Where a key moves an edge, if anywhere. */
const moveOf = ({ key, shiftKey }: KeyboardEvent, seconds: number): EdgeMove | undefined => {
	if (key === 'Home') return { to: 0 }
	if (key === 'End') return { to: seconds }
	const by = keySteps[key]
	return by === undefined ? undefined : { by: by * (shiftKey ? 10 : 1) }
}

/** The recording as a bar with two handles. Time runs from the left in every language. */
export function TrimBar({ trim, seconds, peaks, player, onMove, onSave }: BarProps) {
	const bar = useRef<HTMLDivElement>(null)
	const percent = (at: number) => `${(100 * at) / (seconds || 1)}%`
	const secondsAt = (x: number) => {
		const { left, width } = bar.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
		return ((x - left) / width) * seconds
	}
	return (
		<div className="recording-trim" dir="ltr" ref={bar}>
			{peaks ? <Waveform peaks={peaks} /> : null}
			<div className="recording-trim-kept" style={{ left: percent(trim.start), right: percent(seconds - trim.end) }} />
			<Playhead player={player} percent={percent} />
			{(['start', 'end'] as const).map((edge) => (
				<TrimHandle
					key={edge}
					edge={edge}
					trim={trim}
					seconds={seconds}
					left={percent(trim[edge])}
					secondsAt={secondsAt}
					onMove={onMove}
					onSave={onSave}
				/>
			))}
		</div>
	)
}

function Playhead({ player, percent }: { player: Player; percent: (at: number) => string }) {
	return <div className="recording-trim-head" style={{ left: percent(usePlayerTime(player)) }} />
}

function TrimHandle(
	props: Pick<BarProps, 'trim' | 'seconds' | 'onMove' | 'onSave'> & {
		edge: TrimEdge
		left: string
		secondsAt: (x: number) => number
	},
) {
	const { edge, trim, seconds, left, secondsAt, onMove, onSave } = props
	const words = useRecordingMessages()
	const moved = useRef<Trim | null>(null)
	const drag = (event: PointerEvent<HTMLDivElement>) => {
		if (event.currentTarget.hasPointerCapture(event.pointerId))
			moved.current = onMove(edge, { to: secondsAt(event.clientX) })
	}
	const drop = () => {
		if (moved.current) onSave(moved.current)
		moved.current = null
	}
	const onKeyDown = (event: KeyboardEvent) => {
		const move = moveOf(event, seconds)
		if (!move) return
		event.preventDefault()
		moved.current = onMove(edge, move)
	}
	return (
		<div
			className={`recording-trim-handle recording-trim-${edge}`}
			style={{ left }}
			role="slider"
			tabIndex={0}
			aria-label={edge === 'start' ? words.trimStart : words.trimEnd}
			aria-valuemin={0}
			aria-valuemax={seconds}
			aria-valuenow={trim[edge]}
			aria-valuetext={formatRecordingTime(trim[edge], 1)}
			onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
			onPointerMove={drag}
			onPointerUp={drop}
			onPointerCancel={drop}
			onKeyDown={onKeyDown}
			onKeyUp={drop}
			onBlur={drop}
		/>
	)
}
