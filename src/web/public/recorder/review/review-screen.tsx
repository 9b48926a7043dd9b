import { useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { back, Icon } from '#web/public/page-shell/icons.tsx'
import { spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Frame, takeFocus } from '#web/public/recorder/screens/frame.tsx'
import { RetakeQuestion } from '#web/public/recorder/screens/retake-question.tsx'
import type { Screen } from '#web/public/recorder/session.ts'
import { Player, Scrubber } from './player.tsx'
import { usePlayback } from './use-playback.ts'

const notes = {
	limit: 'limitReached',
	lost: 'deviceLost',
	full: 'roomLost',
	failed: 'recorderFailed',
	'cut-failed': 'cutFailed',
} as const

/** The take before it is used: play it, record again, trim it. */
export function ReviewScreen({ take, reason }: Extract<Screen, { name: 'review' }>) {
	const { words, lang, recorder, leave } = useRecorderContext()
	const playback = usePlayback(take)
	const [asks, setAsks] = useState<boolean>()
	const note = reason in notes ? words[notes[reason as keyof typeof notes]] : undefined
	const heading = reason === 'kept' ? words.kept : words.take
	const spoken = [note, reason === 'kept' && `${words.kept}.`, words.takeSpoken].filter(Boolean).join(' ')
	return (
		<Frame
			title={heading}
			spoken={interpolate(spoken, { time: spokenTime(Math.round(take.seconds), lang) })}
			leave={{ label: words.close, act: leave }}
		>
			{note ? <p className="side note">{note}</p> : null}
			<Player take={take} playback={playback} label={words.play} />
			<div className="deck">
				{playback.isBroken ? <p className="told">{words.unplayable}</p> : <Scrubber playback={playback} />}
				{asks ? (
					<RetakeQuestion onYes={() => recorder.retake(take)} onNo={() => setAsks(false)} />
				) : (
					<>
						<button className="btn first" type="button" onClick={() => recorder.use(take, take.cover)}>
							{words.use}
						</button>
						<div className="row">
							<button
								className="btn"
								type="button"
								ref={asks === false ? takeFocus : undefined}
								onClick={() => setAsks(true)}
							>
								<Icon drawing={back} />
								{words.retake}
							</button>
							<button className="btn" type="button" onClick={() => recorder.show({ name: 'trim', take })}>
								{take.kind === 'video' ? words.trimVideo : words.trim}
							</button>
						</div>
					</>
				)}
			</div>
		</Frame>
	)
}
