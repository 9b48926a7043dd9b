import { useEffect } from 'react'
import { toast } from 'sonner'
import { errorMessage, StaleError } from '#web/lib/client/errors.ts'
import type { usePublishWall } from './use-publish-wall.ts'
import type { useWallDraft } from './use-wall-draft.ts'

const changedMeanwhile = 'A colleague changed this wall at the same time. Look at it, and publish again.'

/** Publishes the draft on request. From the click on, nothing of it is stored any more. */
export function usePublishDraft(
	work: ReturnType<typeof useWallDraft>,
	wall: ReturnType<typeof usePublishWall>,
	[isWanted, setWanted]: [boolean, (wanted: boolean) => void],
) {
	const { draft, unseenStore, markSent, markSaved } = work
	// biome-ignore lint/correctness/useExhaustiveDependencies: published once, as it is in that moment
	useEffect(() => {
		if (!isWanted) return
		setWanted(false)
		markSent()
		const storing = unseenStore.current?.answer ?? null
		wall.mutate(
			{ draft, storing },
			{
				onSuccess: () => {
					markSaved()
					toast('The wall shows your changes.')
				},
				onError: (error) => toast(error instanceof StaleError ? changedMeanwhile : errorMessage(error)),
			},
		)
	}, [isWanted])
	return { isPending: isWanted || wall.isPending, publish: () => setWanted(true) }
}
