import { useState } from 'react'
import { dateLocale } from '#shared/date-locale.ts'
import { back, Icon } from '#web/public/page-shell/icons.tsx'
import { formatLocalTime } from '#web/public/page-shell/local-time.ts'
import type { useDraft } from './draft/use-draft.ts'
import type { Island } from './island.ts'
import { loadRecording } from './recording-field/load-recording.ts'

/** Deletes what this device keeps for the form. */
async function startAgain(island: Island, draft: ReturnType<typeof useDraft>): Promise<void> {
	await draft.forget()
	if (draft.recording)
		await loadRecording(island, draft.recording)
			.then((recording) => recording.forgetAll())
			.catch(() => undefined)
	location.reload()
}

export type RestoredNoticeProps = { island: Island; draft: ReturnType<typeof useDraft> }

/** When a draft was saved, on the reader's clock. */
function savedText(at: Date, words: Island['words'], lang: string): string {
	const isNow = Date.now() - at.getTime() < 60_000
	return isNow ? words.draftJustNow : formatLocalTime(at.toISOString(), dateLocale(lang))
}

/** Says that this device kept a draft, and offers to start again. It is loaded only then, as most visitors have none. */
export function RestoredNotice({ island, draft }: RestoredNoticeProps) {
	const { restored, isFileLost, recording } = draft
	const { words, lang } = island
	const onStartAgain = () => startAgain(island, draft)
	const [asks, setAsks] = useState(false)
	if (!restored && !recording) return null
	const when = restored && savedText(restored, words, lang)
	return (
		<div className="notice" role="status">
			<p>
				<Icon drawing={back} />
				<span>
					{when ? (
						<>
							<b>{words.draftBack}</b> {words.draftFrom.replace('{when}', when)}{' '}
						</>
					) : null}
					{isFileLost ? `${words.photoLost}. ` : null}
					{recording ? <a href={`#k-${recording}`}>{words.recordingBack}</a> : null}
				</span>
			</p>
			{asks ? (
				<fieldset className="row">
					<legend>{words.startAgainAsk}</legend>
					<button className="btn first" type="button" ref={takeFocus} onClick={() => setAsks(false)}>
						{words.keepAll}
					</button>
					<button className="btn" type="button" onClick={onStartAgain}>
						{words.startAgain}
					</button>
				</fieldset>
			) : (
				<button className="btn plain" type="button" onClick={() => (recording ? setAsks(true) : onStartAgain())}>
					{words.startAgain}
				</button>
			)}
		</div>
	)
}

const takeFocus = (button: HTMLElement | null) => button?.focus()
