import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patchRecording } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { interpolate } from '#web/i18n/messages.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { OriginalButton } from './original-button.tsx'
import { ReadyRecording } from './ready-recording.tsx'
import { useRecordingMessages } from './use-recording-messages.ts'
import './recording.css'

type RecordingProps = { item: InboxItem; media: ItemMedia }

/** A video or audio of a testimonial: how far it is, or the player with everything that a member may do with it. */
export function RecordingDetail({ item, media }: RecordingProps) {
	const words = useRecordingMessages()
	return (
		<>
			{media.replaces === null ? null : <Notice>{words.replaces}</Notice>}
			{media.state === 'failed' ? <RecordingFailure item={item} media={media} /> : null}
			{media.state === 'ready' ? <ReadyRecording item={item} media={media} /> : null}
			{media.state === 'uploading' || media.state === 'processing' ? <Preparation item={item} media={media} /> : null}
		</>
	)
}

function Preparation({ item, media }: RecordingProps) {
	const words = useRecordingMessages()
	const isProcessing = media.state === 'processing'
	return (
		<div className="recording-waiting">
			<p id={`progress-${media.id}`}>
				{isProcessing ? interpolate(words.processing, { percent: media.progress }) : words.uploading}
			</p>
			<progress aria-labelledby={`progress-${media.id}`} max={100} value={isProcessing ? media.progress : undefined} />
			<p className="ui-quiet">{item.status === 'approved' ? words.approvedWait : words.decideNow}</p>
		</div>
	)
}

/** Why a recording cannot be shown, and what to do. */
function RecordingFailure({ item, media }: { item: InboxItem; media: ItemMedia }) {
	const words = useRecordingMessages()
	const { client, space, canEdit, announce } = useInbox()
	const cache = useQueryClient()
	const retry = useMutation({
		mutationFn: async () => client.rpc('retry_recording', { media_id: media.id }).throwOnError(),
		onSuccess: () => {
			patchRecording(cache, space.id, item.id, media.id, { state: 'processing', problem: null, progress: 0 })
			announce(words.retrying)
		},
	})
	return (
		<Notice isError>
			<p>
				<strong>{words.failedTitle}</strong> {words[media.problem ?? 'interrupted']}
			</p>
			<p>{words.failedKept}</p>
			{retry.isError ? <p>{errorMessage(retry.error)}</p> : null}
			<div className="recording-acts">
				{canEdit ? (
					<Button size="tiny" busy={retry.isPending} onClick={() => retry.mutate()}>
						{words.tryAgain}
					</Button>
				) : null}
				<OriginalButton item={item} media={media} />
			</div>
		</Notice>
	)
}
