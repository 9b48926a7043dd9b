import { ChevronRight, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { type StoredWall, useSaveWall } from '#web/features/walls/use-walls.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass, TextButton } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/fields/choice.tsx'
import { HistoryButton } from '#web/ui/versions/history-button.tsx'
import { DraftStatus } from './draft-status.tsx'
import type { usePublishDraft } from './use-publish-draft.ts'
import type { useWallDraft } from './use-wall-draft.ts'
import { toDraft, type WallDraft } from './wall-draft.ts'

/** The name of the wall, whether it is published, what its draft changes, and the buttons that publish or discard it. */
export function StudioHeader(props: {
	wall: StoredWall
	work: ReturnType<typeof useWallDraft>
	publishing: ReturnType<typeof usePublishDraft>
	/** Whether its own CSS has lines that cannot be used. */
	hasProblems: boolean
	onHistory: () => void
	/** The button that opens the code. */
	putOnSite: ReactNode
}) {
	const { wall, work, publishing, hasProblems, onHistory, putOnSite } = props
	const { draft, changes, replace } = work
	const { space, canEdit } = useSpace()
	const save = useSaveWall(space.id, wall.id)
	const discard = () => {
		replace(toDraft(wall))
		offerUndo(draft, replace)
	}
	// Shown at once, before the server has answered.
	const wanted = save.isPending ? save.variables.is_published : undefined
	return (
		<header className="studio-bar">
			<div className="studio-crumbs">
				<Link to="/dashboard/walls">Walls</Link>
				<ChevronRight size={14} aria-hidden="true" />
				<h1 tabIndex={-1}>
					<bdi>{wall.name}</bdi>
				</h1>
			</div>
			<Switch
				checked={wanted ?? wall.is_published}
				disabled={!canEdit || save.isPending}
				onChange={(event) =>
					save.mutate({ is_published: event.target.checked }, { onError: (error) => toast(errorMessage(error)) })
				}
			>
				Published
			</Switch>
			<span className="studio-gap" />
			<DraftStatus wall={wall} work={work} hasProblems={hasProblems} />
			{changes.length > 0 && canEdit ? <TextButton onClick={discard}>Discard</TextButton> : null}
			<HistoryButton onOpen={onHistory} />
			{wall.is_published ? (
				<a
					className={buttonClass({ variant: 'quiet' }, 'studio-open')}
					href={publicUrl.wall(wall.slug)}
					target="_blank"
					rel="noreferrer"
				>
					<ExternalLink size={16} aria-hidden="true" />
					View wall
				</a>
			) : null}
			{putOnSite}
			<Button
				variant="primary"
				busy={publishing.isPending}
				disabled={!canEdit || changes.length === 0 || publishing.isPending || hasProblems}
				onClick={publishing.publish}
			>
				Publish changes
			</Button>
		</header>
	)
}

function offerUndo(draft: WallDraft, replace: (draft: WallDraft) => void) {
	toast('The draft is discarded.', { action: { label: 'Undo', onClick: () => replace(draft) } })
}
