import { useRecorderContext } from '#web/public/recorder/recorder-context.ts'
import { Frame } from './frame.tsx'

/** The browser asks for permission. */
export function OpeningScreen() {
	const { words, kind, leave } = useRecorderContext()
	const title = kind === 'video' ? words.opening : words.openingVoice
	return (
		<Frame
			className="stopped"
			title={kind === 'video' ? words.recordVideo : words.recordVoice}
			spoken={`${title}. ${words.openingText}`}
			leave={{ label: words.close, act: leave }}
		>
			<div className="blank">
				<h3>{title}</h3>
				<p>{words.openingText}</p>
			</div>
		</Frame>
	)
}

/** The last second is being stored. */
export function SavingScreen() {
	const { words } = useRecorderContext()
	return (
		<Frame className="stopped dim" title={words.saving} spoken={words.saving}>
			<div className="mid" />
		</Frame>
	)
}
