import { X } from 'lucide-react'
import type { Facets } from '#web/features/inbox/filters/use-facets.ts'
import { actionLabel, changesFor, type ModerationAction } from '#web/features/inbox/moderation/moderation.ts'
import type { Moderation } from '#web/features/inbox/moderation/use-moderation.ts'
import { TagPicker } from '#web/features/inbox/tags/tag-picker.tsx'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const bulkActions: { action: ModerationAction; key?: string }[] = [
	{ action: 'restore' },
	{ action: 'archive', key: 'E' },
	{ action: 'reject', key: 'R' },
	{ action: 'approve', key: 'A' },
]

/** Actions on the selection, each with the number of testimonials that it applies to. */
export function BulkToolbar({ inbox, moderation, facets }: { inbox: Inbox; moderation: Moderation; facets: Facets }) {
	const { state, items, dispatch, setSelecting, order } = inbox
	const selected = items.filter((item) => state.selected.has(item.id))
	return (
		<div className="inbox-bulk" role="toolbar" aria-label="Selected testimonials">
			<div>
				<strong aria-live="polite">{formatNumber(selected.length)} selected</strong>
				<span className="inbox-list-grow" />
				{selected.length < order.length ? (
					<Button size="tiny" variant="quiet" onClick={() => dispatch({ type: 'selected-all', order })}>
						Select all {formatNumber(order.length)}
					</Button>
				) : null}
				<Button
					variant="quiet"
					size="tiny"
					icon
					aria-label="Clear the selection"
					onClick={() => {
						dispatch({ type: 'cleared' })
						setSelecting(false)
					}}
				>
					<X size={16} aria-hidden="true" />
				</Button>
			</div>
			{selected.length > 0 ? (
				<div className="inbox-bulk-acts">
					<TagPicker inbox={inbox} facets={facets} items={selected} />
					{bulkActions.map(({ action, key }) => {
						const affected = changesFor(selected, action).length
						const [first] = selected
						if (affected === 0 || !first) return null
						return (
							<Button
								key={action}
								size="tiny"
								variant={action === 'approve' ? 'primary' : 'plain'}
								onClick={() => moderation.moderate(action)}
							>
								{actionLabel(action, first.status)}
								{affected === selected.length && action !== 'approve' ? '' : ` ${formatNumber(affected)}`}
								{key ? <Kbd>{key}</Kbd> : null}
							</Button>
						)
					})}
				</div>
			) : null}
		</div>
	)
}
