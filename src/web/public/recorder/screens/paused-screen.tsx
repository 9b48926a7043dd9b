import { useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { back, tick } from '#web/public/page-shell/icons.tsx'
import type { PauseReason } from '#web/public/recorder/capture/recording.ts'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Frame, Key, Prompt, RingButton, takeFocus } from './frame.tsx'
import { RetakeQuestion } from './retake-question.tsx'

/** A pause that the visitor made, or a call or a locked phone. */
export function PausedScreen({ reason }: { reason: PauseReason }) {
	const { words, lang, maxSeconds, recorder } = useRecorderContext()
	const [asks, setAsks] = useState<boolean>()
	const seconds = recorder.seconds()
	const text = { paused: words.pausedText, away: words.pausedAway, muted: words.pausedMuted }[reason]
	const spoken = interpolate(words.pausedSpoken, { time: spokenTime(Math.floor(seconds), lang) })
	return (
		<Frame
			className="dim"
			title={
				<span className="on-air held">
					{interpolate(words.pausedAt, { time: clockTime(Math.floor(seconds)), max: clockTime(maxSeconds) })}
				</span>
			}
			spoken={reason === 'paused' ? spoken : `${spoken} ${text}`}
		>
			<Prompt />
			<div className="mid">
				<p className="serif">{text}</p>
			</div>
			<div className="deck">
				{asks ? (
					<RetakeQuestion onYes={() => recorder.retake()} onNo={() => setAsks(false)} />
				) : (
					<div className="keys">
						<Key
							icon={back}
							label={words.retake}
							onClick={() => setAsks(true)}
							ref={asks === false ? takeFocus : undefined}
						/>
						<RingButton label={words.goOn} part={seconds / maxSeconds} again focus onClick={recorder.resume} />
						<Key icon={tick} label={words.finish} onClick={recorder.stop} />
					</div>
				)}
			</div>
		</Frame>
	)
}
