import { type ReactNode, useState } from 'react'
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

/** The replacement of the button that uses a take, where it is above its limit. */
export type Limited = {
	/** Length and limit, above the picture. */
	note: ReactNode
	/** Marks under the slider of the player. */
	mark: ReactNode
	spoken: string
	/** Text and action of the first button, and the text of the one that opens the trim screen. */
	first: string
	trim: string
	onFirst: () => void
}

/** The take before it is used: play it, record again, trim it. */
export default function ReviewScreen({
	take,
	reason,
	limited,
}: Omit<Extract<Screen, { name: 'review' }>, 'name'> & { limited?: Limited }) {
	const { words, lang, recorder, leave } = useRecorderContext()
	const playback = usePlayback(take)
	const [asks, setAsks] = useState<boolean>()
	const note = reason in notes ? words[notes[reason as keyof typeof notes]] : undefined
	const isKept = reason === 'kept' && !limited
	const time = spokenTime(Math.round(take.seconds), lang)
	const course = limited?.spoken ?? interpolate(words.takeSpoken, { time })
	return (
		<Frame
			title={isKept ? words.kept : words.take}
			spoken={[note, isKept && `${words.kept}.`, course].filter(Boolean).join(' ')}
			leave={{ label: words.close, act: leave }}
		>
			{note || limited ? (
				<div className="side">
					{note ? <p className="note">{note}</p> : null}
					{limited?.note}
				</div>
			) : null}
			<Player take={take} playback={playback} label={words.play} />
			<div className="deck">
				{playback.isBroken ? (
					<p className="told">{words.unplayable}</p>
				) : (
					<Scrubber playback={playback}>{limited?.mark}</Scrubber>
				)}
				{asks ? (
					<RetakeQuestion onYes={() => recorder.retake(take)} onNo={() => setAsks(false)} />
				) : (
					<>
						<button
							className="btn first"
							type="button"
							onClick={limited?.onFirst ?? (() => recorder.use(take, take.cover))}
						>
							{limited?.first ?? words.use}
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
								{limited?.trim ?? (take.kind === 'video' ? words.trimVideo : words.trim)}
							</button>
						</div>
					</>
				)}
			</div>
		</Frame>
	)
}
