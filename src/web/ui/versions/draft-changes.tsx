import { useUser } from '#web/lib/auth/auth-context.tsx'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { useActorNames } from '#web/lib/history/use-space-history.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import './draft-changes.css'

type LastEdit = { edited_by: string | null; edited_at: string }

/** The number of changes that wait to be published; the button lists them and their last editor. */
export function DraftChanges(props: {
	spaceId: string
	/** One line for each change. */
	changes: readonly string[]
	/** Follows the number of changes, as in "2 changes since it was published". */
	since?: string
	/** The last edit of the stored draft; null until the server has it. */
	lastEdit: LastEdit | null
}) {
	const { spaceId, changes, since, lastEdit } = props
	const user = useUser()
	const nameOf = useActorNames(spaceId)
	const isOfColleague = lastEdit !== null && lastEdit.edited_by !== null && lastEdit.edited_by !== user.id
	const count = changes.length === 1 ? 'one change' : `${changes.length} changes`
	return (
		<>
			<Popover
				label="What the draft changes"
				align="end"
				trigger={<TextButton>{['Kept as a draft:', count, since].filter(Boolean).join(' ')}</TextButton>}
			>
				<div className="ui-draft-changes">
					<ul>
						{changes.map((line) => (
							<li key={line}>
								<bdi>{line}</bdi>
							</li>
						))}
					</ul>
					{lastEdit ? (
						<p className="ui-quiet ui-small">
							Changed last by <bdi>{nameOf(lastEdit.edited_by)}</bdi>, {formatRelative(lastEdit.edited_at)}. All members
							of the space see it.
						</p>
					) : null}
				</div>
			</Popover>
			{isOfColleague ? (
				<span className="ui-draft-by">
					{' by '}
					<bdi>{nameOf(lastEdit.edited_by)}</bdi>
				</span>
			) : null}
		</>
	)
}
