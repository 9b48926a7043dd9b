import { Tag as TagIcon, X } from 'lucide-react'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { actionKeys, actionLabel, changesFor } from '#web/features/inbox/moderation/moderation.ts'
import { TagPicker } from '#web/features/inbox/tags/tag-picker.tsx'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button, Kbd } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

const bulkActions = ['restore', 'archive', 'reject', 'approve'] as const

/** Actions on the selection, each with the number of testimonials that it applies to. */
export function BulkToolbar() {
	const { tagging, setTagging, list, selection, decisions } = useInbox()
	const { order } = list
	const { selectedItems: selected, dispatch, clearSelection } = selection
	const { moderate } = decisions
	return (
		<div className="inbox-bulk" data-keep-clear role="toolbar" aria-label="Selected testimonials">
			<div>
				<strong aria-live="polite">{formatNumber(selected.length)} selected</strong>
				<span className="inbox-list-grow" />
				{selected.length < order.length ? (
					<Button
						size="tiny"
						variant="quiet"
						aria-keyshortcuts="*"
						onClick={() => dispatch({ type: 'selected-all', order })}
					>
						Select all {formatNumber(order.length)}
					</Button>
				) : null}
				<IconButton size="tiny" label="Clear the selection" Icon={X} onClick={clearSelection} />
			</div>
			{selected.length > 0 ? (
				<div className="inbox-bulk-acts">
					<TagPicker
						items={selected}
						open={tagging}
						onOpenChange={setTagging}
						trigger={
							<Button variant="quiet" size="tiny">
								<TagIcon size={14} aria-hidden="true" />
								Tag
								<Kbd>T</Kbd>
							</Button>
						}
					/>
					{bulkActions.map((action) => {
						const affected = changesFor(selected, action).length
						const [first] = selected
						if (affected === 0 || !first) return null
						return (
							<Button
								key={action}
								size="tiny"
								variant={action === 'approve' ? 'primary' : 'plain'}
								onClick={() => moderate(action)}
							>
								{actionLabel(action, first.status)}
								{affected === selected.length && action !== 'approve' ? '' : ` ${formatNumber(affected)}`}
								<Kbd>{actionKeys[action]}</Kbd>
							</Button>
						)
					})}
				</div>
			) : null}
		</div>
	)
}
