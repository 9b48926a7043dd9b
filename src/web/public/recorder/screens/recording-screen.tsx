import { useEffect, useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { nextLines, pauseBars } from '#web/public/recorder/icons.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Frame, Key, Prompt, RingButton } from './frame.tsx'
import { Level } from './level.tsx'
import { LiveWave } from './live-wave.tsx'

/** The last seconds, in which the limit is announced. */
const warningSeconds = 15

/** The recording runs. There is nothing that closes it. */
export function RecordingScreen() {
	const { words, lang, kind, maxSeconds, recorder, say, prompts, nextPrompt } = useRecorderContext()
	const seconds = useSeconds(recorder.seconds)
	const left = Math.max(0, maxSeconds - seconds)
	const isLast = left <= Math.min(warningSeconds, maxSeconds / 2)
	const leftInWords = interpolate(words.left, { time: spokenTime(Math.ceil(left), lang) })
	// biome-ignore lint/correctness/useExhaustiveDependencies: The warning is spoken once.
	useEffect(() => {
		if (isLast) say(leftInWords)
	}, [isLast])
	const time = clockTime(Math.floor(seconds))
	const max = clockTime(maxSeconds)
	const warning = isLast ? <span className="warn">{leftInWords}</span> : null
	return (
		<Frame
			className={isLast ? 'last' : ''}
			title={<span className="on-air">{interpolate(words.timeOf, { time, max })}</span>}
			spoken={interpolate(words.recordingSpoken, { max: spokenTime(maxSeconds, lang) })}
		>
			<Prompt withLater />
			{kind === 'audio' ? (
				<div className="mid">
					<p className="huge nums" aria-hidden="true">
						{time}
					</p>
					<LiveWave />
					{warning}
				</div>
			) : (
				<div className="mid low">{warning}</div>
			)}
			<div className="deck">
				{kind === 'video' ? <Level /> : null}
				<div className="keys">
					<Key icon={pauseBars} label={words.pause} onClick={recorder.pause} focus />
					<RingButton label={words.stop} part={seconds / maxSeconds} onClick={recorder.stop} />
					{prompts.length > 1 ? <Key icon={nextLines} label={words.next} onClick={nextPrompt} /> : <span />}
				</div>
			</div>
		</Frame>
	)
}

/** The recorded seconds, four times a second. */
function useSeconds(read: () => number): number {
	const [seconds, setSeconds] = useState(read)
	useEffect(() => {
		const timer = setInterval(() => setSeconds(read()), 250)
		return () => clearInterval(timer)
	}, [read])
	return seconds
}
