import { useState } from 'react'
import { interpolate } from '#web/i18n/messages.ts'
import { back, Icon } from '#web/public/page-shell/icons.tsx'
import { clockTime, spokenTime } from '#web/public/recorder/format-time.ts'
import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { fittingSeconds, isOverLimit } from '#web/public/recorder/recording-limits.ts'
import { Frame, takeFocus } from '#web/public/recorder/screens/frame.tsx'
import { RetakeQuestion } from '#web/public/recorder/screens/retake-question.tsx'
import type { Screen } from '#web/public/recorder/session.ts'
import { LimitNote, limitText } from './limit-note.tsx'
import { Player, Scrubber } from './player.tsx'
import { usePlayback } from './use-playback.ts'

const notes = {
	limit: 'limitReached',
	lost: 'deviceLost',
	full: 'roomLost',
	failed: 'recorderFailed',
	'cut-failed': 'cutFailed',
} as const

/** The take before it is used: play it, record again, trim it. One above the limit is cut first. */
export function ReviewScreen({ take, reason }: Extract<Screen, { name: 'review' }>) {
	const context = useRecorderContext()
	const { words, lang, recorder, leave } = context
	const playback = usePlayback(take)
	const [asks, setAsks] = useState<boolean>()
	const isOver = isOverLimit(take, context)
	const most = fittingSeconds(take, context)
	const note = reason in notes ? words[notes[reason as keyof typeof notes]] : undefined
	const isKept = reason === 'kept' && !isOver
	const course = isOver ? `${limitText(take, context, 'spoken')} ${words.chooseSpoken}` : words.takeSpoken
	const spoken = [note, isKept && `${words.kept}.`, course].filter(Boolean).join(' ')
	return (
		<Frame
			title={isKept ? words.kept : words.take}
			spoken={interpolate(spoken, {
				time: spokenTime(Math.round(take.seconds), lang),
				max: spokenTime(most, lang),
			})}
			leave={{ label: words.close, act: leave }}
		>
			{note || isOver ? (
				<div className="side">
					{note ? <p className="note">{note}</p> : null}
					{isOver ? <LimitNote take={take} /> : null}
				</div>
			) : null}
			<Player take={take} playback={playback} label={words.play} />
			<div className="deck">
				{playback.isBroken ? (
					<p className="told">{words.unplayable}</p>
				) : (
					<Scrubber playback={playback} most={isOver ? most : undefined} />
				)}
				{asks ? (
					<RetakeQuestion onYes={() => recorder.retake(take)} onNo={() => setAsks(false)} />
				) : (
					<>
						{isOver ? (
							<button
								className="btn first"
								type="button"
								onClick={() => recorder.show({ name: 'trim', take, isAtOnce: true })}
							>
								{interpolate(words.useFirst, { time: clockTime(most) })}
							</button>
						) : (
							<button className="btn first" type="button" onClick={() => recorder.use(take, take.cover)}>
								{words.use}
							</button>
						)}
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
								{isOver ? words.choosePart : take.kind === 'video' ? words.trimVideo : words.trim}
							</button>
						</div>
					</>
				)}
			</div>
		</Frame>
	)
}
