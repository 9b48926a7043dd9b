import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patchRecording } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { OriginalButton } from './original-button.tsx'
import { useRecordingMessages } from './use-recording-messages.ts'

/** Why a recording cannot be shown, and what to do. */
export function RecordingFailure({ item, media }: { item: InboxItem; media: ItemMedia }) {
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
