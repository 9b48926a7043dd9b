import { useEffect, useState } from 'react'
import type { RecordingKind } from '#shared/form/public-form.ts'
import type { Island } from '#web/public/collect/island.ts'
import { loadRecording, type Recording } from '#web/public/collect/recording-field/load-recording.ts'
import { FieldError, type Problem } from '#web/public/page-shell/field-error.tsx'

/** The place of a recording, whose code is loaded once its kind is chosen. */
export function RecordingSlot(props: { island: Island; kind: RecordingKind; problem: Problem | undefined }) {
	const { island, kind, problem } = props
	const { words } = island
	const [recording, setRecording] = useState<Recording | null>()
	useEffect(() => {
		// On the server, and until the page runs, the place is empty.
		loadRecording(island, kind).then(setRecording, () => setRecording(null))
	}, [island, kind])
	return (
		<div className="by-recording" id="recording">
			{recording ? recording.field : <p role="status">{recording === null ? words.notLoaded : words.opening}</p>}
			{recording === null ? (
				<button className="btn" type="button" onClick={() => location.reload()}>
					{words.loadAgain}
				</button>
			) : null}
			<FieldError problem={problem} />
		</div>
	)
}
