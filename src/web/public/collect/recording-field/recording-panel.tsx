import type { RecordingKind } from '#shared/form/public-form.ts'
import type { RecordingMessages } from '#web/i18n/en/recording.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { type Island, promptsOf } from '#web/public/collect/island.ts'
import { formatNumber } from '#web/public/collect/submit/problem-texts.ts'
import { camera, Icon, microphone } from '#web/public/page-shell/icons.tsx'
import { formatDuration } from './format-recording.ts'

/** The actions before there is a recording. The prompts are those beside the text box. */
export function RecordingPanel(props: {
	island: Island
	kind: RecordingKind
	words: RecordingMessages
	state: 'idle' | 'checking' | 'loading' | 'failed'
	onRecord: () => void
	onChooseFile: () => void
	onUseDeviceCamera: () => void
}) {
	const { island, kind, words, state } = props
	const { form, limits, lang } = island
	const prompts = promptsOf(island)
	const isVideo = kind === 'video'
	const bytes = isVideo ? limits.videoBytes : limits.audioBytes
	const note = { time: formatDuration(form.max_seconds, lang), n: formatNumber(Math.floor(bytes / 1_048_576), lang) }
	return (
		<div className="record-panel">
			{prompts.length > 0 ? (
				<>
					<p className="small">{words.panelIntro}</p>
					<ol>
						{prompts.map((prompt) => (
							<li key={prompt} dir="auto">
								{prompt}
							</li>
						))}
					</ol>
				</>
			) : null}
			<div className="panel-buttons">
				<button
					className="btn first"
					type="button"
					aria-disabled={state === 'loading' || undefined}
					onClick={state === 'loading' ? undefined : props.onRecord}
				>
					<Icon drawing={isVideo ? camera : microphone} />
					{state === 'loading' ? words.openingRecorder : isVideo ? words.recordVideo : words.recordAudio}
				</button>
				{isVideo ? (
					<button className="btn device-camera" type="button" onClick={props.onUseDeviceCamera}>
						{words.cameraApp}
					</button>
				) : null}
				<button className="btn" type="button" onClick={props.onChooseFile}>
					{words.chooseFile}
				</button>
			</div>
			<div role="status">
				{state === 'checking' ? <p className="small">{words.checking}</p> : null}
				{state === 'failed' ? <p className="small">{words.recorderFailed}</p> : null}
			</div>
			{state === 'failed' ? (
				<button className="btn" type="button" onClick={() => location.reload()}>
					{words.loadAgain}
				</button>
			) : null}
			<p className="small">{interpolate(words.panelNote, note)}</p>
		</div>
	)
}
