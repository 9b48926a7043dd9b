import { useState } from 'react'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { useLevel } from './level.tsx'
import { Wave, waveBars } from './wave.tsx'

/** The wave of what is heard. Under reduced motion it grows once a second and never runs. */
export function LiveWave() {
	const { recorder } = useRecorderContext()
	const [levels, setLevels] = useState<readonly number[]>([])
	const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
	useLevel(recorder.stream, isCalm ? 1000 : 150, (level) =>
		setLevels((before) => [...(before.length < waveBars ? before : isCalm ? [] : before.slice(1)), level]),
	)
	return <Wave levels={levels} />
}
