import { useEffect, useState } from 'react'
import { Icon } from '#web/public/page-shell/icons.tsx'
import { createLevelMeter } from '#web/public/recorder/capture/level-meter.ts'
import { microphone } from '#web/public/recorder/icons.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'

const bars = 16

/** Calls `onLevel` with the loudness of the stream, 0 to 1, each `everyMs`; never where it cannot be measured. */
export function useLevel(stream: MediaStream | undefined, everyMs: number, onLevel: (level: number) => void): void {
	// biome-ignore lint/correctness/useExhaustiveDependencies: The latest function is not needed, it only sets state.
	useEffect(() => {
		if (!stream) return
		const meter = createLevelMeter(stream)
		if (!meter) return
		const timer = setInterval(() => {
			const level = meter.read()
			if (level !== undefined) onLevel(level)
		}, everyMs)
		return () => {
			clearInterval(timer)
			meter.close()
		}
	}, [stream, everyMs])
}

/** The microphone's level, with a note beside it. */
export function Level({ note, onLevel }: { note?: string | undefined; onLevel?: (loudness: number) => void }) {
	const { words, recorder } = useRecorderContext()
	const [level, setLevel] = useState<number>()
	useLevel(recorder.stream, 100, (loudness) => {
		setLevel(Math.round(loudness * bars))
		onLevel?.(loudness)
	})
	// Bars that never move would suggest a silent microphone.
	if (level === undefined) return null
	return (
		<div className="level">
			<Icon drawing={microphone} />
			<meter className="vh" aria-label={words.level} min={0} max={bars} value={level} />
			<svg className="bars" viewBox={`0 0 ${bars * 10} 20`} preserveAspectRatio="none" aria-hidden="true">
				<path d={`M1 10H${bars * 10}`} strokeDasharray="8 2" />
				{level > 0 ? <path className="on" d={`M1 10H${level * 10}`} strokeDasharray="8 2" /> : null}
			</svg>
			{note ? <span>{note}</span> : null}
		</div>
	)
}
