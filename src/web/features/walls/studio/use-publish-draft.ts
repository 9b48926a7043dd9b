import { useEffect } from 'react'
import { toast } from 'sonner'
import { errorMessage, StaleError } from '#web/lib/client/errors.ts'
import type { usePublishWall } from './use-publish-wall.ts'
import type { useWallDraft } from './use-wall-draft.ts'

const changedMeanwhile = 'A colleague changed this wall at the same time. Look at it, and publish again.'

/** Publishes the draft on request, after a store of it that is on its way: its version would not be the known one. */
export function usePublishDraft(
	work: ReturnType<typeof useWallDraft>,
	wall: ReturnType<typeof usePublishWall>,
	[isWanted, setWanted]: [boolean, (wanted: boolean) => void],
) {
	const { draft, isSending, markSent, markSaved } = work
	const isDue = isWanted && !isSending
	// biome-ignore lint/correctness/useExhaustiveDependencies: published once, as it is in that moment
	useEffect(() => {
		if (!isDue) return
		setWanted(false)
		markSent()
		wall.mutate(draft, {
			onSuccess: () => {
				markSaved()
				toast('The wall shows your changes.')
			},
			onError: (error) => toast(error instanceof StaleError ? changedMeanwhile : errorMessage(error)),
		})
	}, [isDue])
	return { isPending: isWanted || wall.isPending, publish: () => setWanted(true) }
}
