import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { findRecording, patchRecording } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem, ItemMedia } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { useRecordingMessages } from '#web/features/inbox/recording/use-recording-messages.ts'
import { errorMessage, StaleError } from '#web/lib/client/errors.ts'
import { type EdgeMove, moveTrimEdge, type Trim, type TrimEdge, trimColumns, trimOf } from './trim.ts'

/** The shown part of a recording. A change is shown at once, saved in order, undone from its message, and taken back when it is refused. */
export const useTrim = (item: InboxItem, media: ItemMedia) => {
	const words = useRecordingMessages()
	const { client, space, announce, refresher } = useInbox()
	const cache = useQueryClient()
	const seconds = media.seconds ?? 0
	/** While an edge is being moved. */
	const [moving, setMoving] = useState<Trim | null>(null)
	/** The part with the last change. The screen follows with a lower priority, and a change counts from here. */
	const latest = () => trimOf(findRecording(cache, space.id, item.id, media.id) ?? media)

	const { mutate } = useMutation({
		scope: { id: `trim-${media.id}` },
		mutationFn: async ({ after }: { before: Trim; after: Trim }) => {
			const { data } = await client
				.from('media')
				.update(trimColumns(after, seconds))
				.eq('space_id', space.id)
				.eq('id', media.id)
				.select('id')
				.throwOnError()
			if (data.length === 0) throw new StaleError()
		},
		onError: (error, { before }) => {
			show(before)
			toast.error(errorMessage(error))
		},
		onSettled: () => refresher.release([item.id]),
	})
	const show = (trim: Trim) => patchRecording(cache, space.id, item.id, media.id, trimColumns(trim, seconds))

	const save = (after: Trim, before = latest()) => {
		setMoving(null)
		if (after.start === before.start && after.end === before.end) return
		// A fetch that was sent before this change would undo it on the screen.
		refresher.hold([item.id])
		show(after)
		mutate({ before, after })
		announce(words.trimSaved)
		toast(words.trimSaved, {
			id: `trim-${media.id}`,
			action: { label: words.undo, onClick: () => save(before, after) },
		})
	}
	/** The part with an edge moved, which is neither shown nor saved. */
	const moved = (edge: TrimEdge, move: EdgeMove) => moveTrimEdge(moving ?? latest(), edge, move, seconds)
	return { trim: moving ?? trimOf(media), seconds, moved, setMoving, save }
}
