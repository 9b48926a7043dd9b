import { useEffect, useRef } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { drawCovering, readFrames } from './read-frames.ts'
import { useTrimWords } from './trim-words.ts'

const width = 144
const height = 192
/** A handle that is being dragged changes the times many times a second. */
const drawDelayMs = 300

/** Five frames of the part that stays, one of which becomes the poster. */
export function CoverChoice(props: {
	url: string | undefined
	times: readonly number[]
	chosen: number
	onChoose: (index: number) => void
}) {
	const words = useTrimWords()
	const { lang } = useRecorderContext()
	const { url, times } = props
	const canvases = useRef<(HTMLCanvasElement | null)[]>([])
	const key = times.join()
	// biome-ignore lint/correctness/useExhaustiveDependencies: The key stands for the times, which are a new array each time.
	useEffect(() => {
		if (!url) return
		const drawing = new AbortController()
		const draw = (video: HTMLVideoElement, index: number) =>
			drawCovering(canvases.current[index], video, { x: 0, width })
		const timer = setTimeout(() => readFrames(url, times, draw, drawing.signal).catch(() => undefined), drawDelayMs)
		return () => {
			clearTimeout(timer)
			drawing.abort()
		}
	}, [url, key])
	return (
		<fieldset className="covers">
			<legend>{words.cover}</legend>
			{times.map((time, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: The place of a frame is what it is.
				<label key={index}>
					<input type="radio" name="cover" checked={index === props.chosen} onChange={() => props.onChoose(index)} />
					<canvas
						width={width}
						height={height}
						ref={(canvas) => {
							canvases.current[index] = canvas
						}}
					/>
					<span className="vh">{interpolate(words.coverAt, { time: spokenTime(Math.round(time), lang) })}</span>
				</label>
			))}
		</fieldset>
	)
}
