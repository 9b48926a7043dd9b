import type { StoredWall } from '#web/features/walls/use-walls.ts'
import { useOnline } from '#web/lib/browser/use-media-query.ts'
import { TextButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DraftChanges } from '#web/ui/versions/draft-changes.tsx'
import type { useWallDraft } from './use-wall-draft.ts'

/** How many settings the draft changes, which, who changed it last, and whether the server has it. */
export function DraftStatus(props: { wall: StoredWall; work: ReturnType<typeof useWallDraft>; hasProblems: boolean }) {
	const { wall, work, hasProblems } = props
	const { changes, state } = work
	const online = useOnline()
	const isUnsaved = state === 'failed' || (state === 'saving' && !online)
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
			) : state === 'saving' ? (
				'Saving…'
			) : changes.length === 0 ? (
				'As published, no changes since'
			) : (
				<DraftChanges spaceId={wall.space_id} changes={changes} since="since it was published" lastEdit={wall.draft} />
			)}
		</span>
	)
}
