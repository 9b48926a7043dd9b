import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import type { InboxRecordingMessages } from '#web/i18n/en/inbox-recording.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { draftProblem, toCues } from './draft-cues.ts'
import type { CaptionDraft } from './use-caption-draft.ts'

/** True when the captions are saved and public, and the buttons that publish or discard changes. */
export function CaptionPublishing({ draft, seconds }: { draft: CaptionDraft; seconds: number }) {
	const words = useRecordingMessages()
	const [isRead, setIsRead] = useState(false)
	const [problem, setProblem] = useState('')
	const isByMachine = draft.source === 'transcribed' && !draft.isPublished
	const publish = useMutation({ mutationFn: draft.publish, onSuccess: () => toast(words.published) })
	const tryToPublish = () => {
		const wrong = isByMachine && !isRead ? words.machineConfirm : draftProblemText(words, draft, seconds)
		setProblem(wrong)
		if (wrong === '') publish.mutate()
	}
	return (
		<div className="caption-publishing">
			{isByMachine ? (
				<Notice>
					<p>{words.machine}</p>
					<label className="ui-check">
						<input type="checkbox" checked={isRead} onChange={(event) => setIsRead(event.target.checked)} />
						<span>{words.machineRead}</span>
					</label>
				</Notice>
			) : null}
			{problem === '' && !publish.isError ? null : (
				<p className="ui-error" role="alert">
					{problem || errorMessage(publish.error)}
				</p>
			)}
			<div className="recording-acts">
				{draft.isChanged ? (
					<Button variant="primary" size="tiny" busy={publish.isPending} onClick={tryToPublish}>
						{draft.isPublished ? words.publishChanges : words.publish}
					</Button>
				) : null}
				{draft.isPublished && draft.isChanged ? (
					<Button variant="quiet" size="tiny" onClick={draft.discard}>
						{words.discard}
					</Button>
				) : null}
				<span className="ui-small ui-quiet" role="status">
					{stateText(words, draft)}
				</span>
			</div>
		</div>
	)
}

const draftProblemText = (words: InboxRecordingMessages, { cues }: CaptionDraft, seconds: number): string => {
	if (toCues(cues, seconds).length === 0) return words.noLines
	const found = draftProblem(cues)
	return found ? interpolate(words.lineOfDraft, { line: found.line, problem: words[found.problem] }) : ''
}

const stateText = (words: InboxRecordingMessages, { state, isPublished, isChanged }: CaptionDraft): string => {
	if (!isChanged) return words.publishedState
	if (state === 'saving') return words.saving
	if (isPublished) return `${words.savedHere}. ${words.changedState}`
	return `${state === 'saved' || state === 'clean' ? words.saved : words.savedHere}. ${words.draftState}`
}
