import { type ReactNode, useState } from 'react'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import type { HeldTake } from './held-take.ts'
import { saveTake } from './save-take.ts'
import type { UploadProblem } from './upload/upload-status.ts'

/** Buttons of a card, of which the last removes the recording after a question. */
export function CardButtons(props: { words: RecordingMessages; onRemove: () => void; children: ReactNode }) {
	const { words, onRemove } = props
	const [asks, setAsks] = useState<boolean>()
	if (!asks)
		return (
			<div className="row">
				{props.children}
				<button
					className="btn plain"
					type="button"
					ref={asks === false ? takeFocus : undefined}
					onClick={() => setAsks(true)}
				>
					{words.remove}
				</button>
			</div>
		)
	return (
		<fieldset className="row ask">
			<legend>{words.deleteAsk}</legend>
			<button className="btn first" type="button" ref={takeFocus} onClick={() => setAsks(false)}>
				{words.keepIt}
			</button>
			<button className="btn" type="button" onClick={onRemove}>
				{words.deleteIt}
			</button>
		</fieldset>
	)
}

const takeFocus = (button: HTMLElement | null) => button?.focus()

/** The button that helps after a failure comes first: another try, or where none can help, a copy of the recording. */
export function FailedButtons(props: {
	take: HeldTake
	words: RecordingMessages
	problem: UploadProblem
	onRetry: () => void
}) {
	const { take, words, problem } = props
	if (problem === 'unreadable') return null
	const helps = problem === 'full' || problem === 'refused'
	return (
		<>
			<button className={helps ? 'btn' : 'btn first'} type="button" onClick={() => void saveTake(take)}>
				{words.save}
			</button>
			{problem === 'tooLarge' ? null : (
				<button className={helps ? 'btn first' : 'btn'} type="button" onClick={props.onRetry}>
					{words.tryAgain}
				</button>
			)}
		</>
	)
}
