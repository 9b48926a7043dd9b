import { readSelection } from '#shared/wall/wall-settings.ts'
import { useSelectedItems } from '#web/features/walls/studio/use-selected-items.ts'
import { toDraft, wallFromDraft } from '#web/features/walls/studio/wall-draft.ts'
import { type StoredWall, useWall } from '#web/features/walls/use-walls.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { ErrorBox } from '#web/ui/notices/error-box.tsx'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { EmbedCode } from './embed-code.tsx'

/** The code of a wall as it is published, for a screen that has not read its testimonials. */
export function StoredWallCode({ wallId }: { wallId: string }) {
	const { space } = useSpace()
	const { data: wall, error, isPending, refetch } = useWall(space.id, wallId)
	if (isPending) return <PageSpinner />
	if (!wall) return <ErrorBox error={error} onRetry={() => refetch()} />
	return <LoadedWallCode wall={wall} />
}

function LoadedWallCode({ wall }: { wall: StoredWall }) {
	const { space } = useSpace()
	const { data: chosen, error, refetch } = useSelectedItems(space.id, readSelection(wall.selection), wall.fixed)
	if (error) return <ErrorBox error={error} onRetry={() => refetch()} />
	if (!chosen) return <PageSpinner />
	return (
		<EmbedCode
			wall={wallFromDraft(space, wall, toDraft(wall), chosen, 'real')}
			publishedLayout={wall.layout}
			isPublished={wall.is_published}
			isMeasured
		/>
	)
}
