import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { alert, Icon } from '#web/public/page-shell/icons.tsx'
import type { ReplacementTexts } from './replacement-data.ts'
import type { Sending } from './use-sending.ts'

/** Send, and what it waits for. */
export function SendControls(props: {
	sending: Sending
	words: RecordingMessages & ReplacementTexts
	isFailed: boolean
}) {
	const { words, isFailed } = props
	const { state, problem, send, takeBack } = props.sending
	const label = { idle: words.send, waiting: words.sendsLater, sending: words.sending }[state]
	const text = problem && words[typeof problem === 'object' ? problem.text : problem]
	return (
		<div className="row send-row">
			<button
				className={state === 'idle' ? 'btn first' : 'btn'}
				type="button"
				aria-disabled={state !== 'idle' || isFailed || undefined}
				onClick={isFailed ? undefined : () => void send()}
			>
				{label}
			</button>
			{state === 'waiting' ? (
				<button className="btn plain" type="button" onClick={takeBack}>
					{words.takeBackSend}
				</button>
			) : null}
			<div aria-live="polite">
				{text ? (
					<p className="stand failed">
						<Icon drawing={alert} />
						<span>{text}</span>
					</p>
				) : null}
			</div>
		</div>
	)
}
