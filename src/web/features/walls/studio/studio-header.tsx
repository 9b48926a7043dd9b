import { ChevronRight, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { type StoredWall, useSaveWall } from '#web/features/walls/use-walls.ts'
import { useOnline } from '#web/lib/browser/use-media-query.ts'
import { errorMessage } from '#web/lib/client/errors.ts'
import { publicUrl } from '#web/lib/spaces/public-url.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass, TextButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Switch } from '#web/ui/fields/choice.tsx'
import { DraftChanges } from '#web/ui/versions/draft-changes.tsx'
import { HistoryButton } from '#web/ui/versions/history-button.tsx'
import { usePublishWall } from './use-publish-wall.ts'
import type { useWallDraft } from './use-wall-draft.ts'
import { toDraft } from './wall-draft.ts'

/** The name of the wall, whether it is published, what its draft changes, and the buttons that publish or discard it. */
export function StudioHeader(props: {
	wall: StoredWall
	work: ReturnType<typeof useWallDraft>
	/** True when its own CSS has lines that cannot be used. */
	hasProblems: boolean
	onHistory: () => void
	/** The button that opens the code. */
	putOnSite: ReactNode
}) {
	const { wall, work, hasProblems, onHistory, putOnSite } = props
	const { draft, changes, edit } = work
	const { space, canEdit } = useSpace()
	const save = useSaveWall(space.id, wall.id)
	const publish = usePublishWall(work)
	const discard = () => {
		edit(toDraft(wall))
		toast('The draft is discarded.', { action: { label: 'Undo', onClick: () => edit(draft) } })
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
				busy={publish.isPending}
				disabled={!canEdit || changes.length === 0 || publish.isPending || hasProblems}
				onClick={() => publish.mutate()}
			>
				Publish changes
			</Button>
		</header>
	)
}

/** The number and names of settings that the draft changes, its last editor, and the state of its saving. */
function DraftStatus(props: { wall: StoredWall; work: ReturnType<typeof useWallDraft>; hasProblems: boolean }) {
	const { wall, work, hasProblems } = props
	const { changes, save } = work
	const online = useOnline()
	const isUnsaved = save.is === 'failed' || (save.is === 'saving' && !online)
	return (
		<span
			className={classNames('ui-quiet ui-small studio-saved', changes.length > 0 && 'studio-saved-draft')}
			role="status"
		>
			{hasProblems ? 'Own CSS has lines that cannot be used. ' : null}
			{isUnsaved ? (
				<>
					{online ? 'Not saved' : 'Offline'}, kept in this browser.{' '}
					{online ? <TextButton onClick={work.retry}>Try again</TextButton> : null}
				</>
			) : save.is === 'saving' ? (
				'Saving…'
			) : changes.length === 0 ? (
				'As published, no changes since'
			) : (
				<DraftChanges spaceId={wall.space_id} changes={changes} since="since it was published" lastEdit={wall.draft} />
			)}
		</span>
	)
}
