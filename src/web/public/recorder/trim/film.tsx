import { useEffect, useRef } from 'react'
import { spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { drawCovering, readFrames } from './read-frames.ts'
import { frameTimes } from './selection.ts'
import type { Part } from './trim-take.ts'
import { useTrimWords } from './trim-words.ts'

const frames = 8
const frameWidth = 72
const filmHeight = 96

/** The recording as a strip, from the left in every language, with a handle at each end of the part that stays. */
export function Film(props: {
	url: string | undefined
	length: number
	part: Part
	/** Seconds that fit, where the part is longer: what lies beyond is hatched. */
	most: number | undefined
	disabled: boolean
	isStartFixed: boolean
	onStart: (seconds: number) => void
	onEnd: (seconds: number) => void
	/** Shown instead of frames: the wave of a voice. */
	wave?: React.ReactNode
}) {
	const words = useTrimWords()
	const { lang } = useRecorderContext()
	const { url, length, part, most, wave } = props
	const canvas = useRef<HTMLCanvasElement>(null)
	useEffect(() => {
		if (!url || wave) return
		const drawing = new AbortController()
		const times = frameTimes({ from: 0, to: length }, frames)
		const draw = (video: HTMLVideoElement, index: number) =>
			drawCovering(canvas.current, video, { x: index * frameWidth, width: frameWidth })
		// Without frames the handles still work.
		readFrames(url, times, draw, drawing.signal).catch(() => undefined)
		return () => drawing.abort()
	}, [url, length, wave])
	const place = (seconds: number) => (seconds / length) * 1000
	const handle = { dir: 'ltr', min: 0, max: length, step: 0.1, disabled: props.disabled } as const
	return (
		<div className="film" dir="ltr">
			<div className="strip">
				{wave ?? <canvas ref={canvas} width={frames * frameWidth} height={filmHeight} />}
				<svg viewBox="0 0 1000 72" preserveAspectRatio="none" aria-hidden="true">
					<path className="cut" d={`M0 0H${place(part.from)}V72H0zM${place(part.to)} 0H1000V72H${place(part.to)}z`} />
					<path
						className={most ? 'kept over' : 'kept'}
						d={`M${place(part.from)} 1.5H${place(part.to)}M${place(part.from)} 70.5H${place(part.to)}`}
					/>
					{most ? <path className="excess" d={`M${place(part.from + most)} 36H${place(part.to)}`} /> : null}
				</svg>
			</div>
			<input
				type="range"
				{...handle}
				className="grip"
				disabled={props.isStartFixed}
				value={part.from}
				aria-label={words.from}
				aria-valuetext={spokenTime(part.from, lang)}
				onChange={(event) => props.onStart(Number(event.target.value))}
			/>
			<input
				type="range"
				{...handle}
				className="grip end"
				value={part.to}
				aria-label={words.to}
				aria-valuetext={spokenTime(part.to, lang)}
				onChange={(event) => props.onEnd(Number(event.target.value))}
			/>
		</div>
	)
}
