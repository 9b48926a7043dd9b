import { ChevronDown, ChevronLeft, ChevronUp, Star, Tag as TagIcon } from 'lucide-react'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { countActiveFilters } from '#web/features/inbox/filters/inbox-filter.ts'
import type { Facets } from '#web/features/inbox/filters/use-facets.ts'
import { actionLabel, availableActions, type ModerationAction } from '#web/features/inbox/moderation/moderation.ts'
import type { Moderation } from '#web/features/inbox/moderation/use-moderation.ts'
import { TagPicker } from '#web/features/inbox/tags/tag-picker.tsx'
import type { Inbox } from '#web/features/inbox/use-inbox.ts'
import { formatNumber } from '#web/lib/format/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Tooltip } from '#web/ui/overlays/tooltip.tsx'
import { MoreMenu } from './more-menu.tsx'

const actionKeys: Partial<Record<ModerationAction, string>> = {
	approve: 'A',
	reject: 'R',
	archive: 'E',
}

/** The decisions as buttons, the primary one last. */
export function ModerationButtons({
	item,
	moderation,
	plain,
}: {
	item: InboxItem
	moderation: Moderation
	plain?: boolean
}) {
	return availableActions(item).map((action) => {
		const key = actionKeys[action]
		return (
			<Button
				key={action}
				variant={action === 'approve' ? 'primary' : 'plain'}
				onClick={() => moderation.moderate(action, item)}
			>
				{actionLabel(action, item.status)}
				{key && !plain ? <Kbd>{key}</Kbd> : null}
			</Button>
		)
	})
}

/** The toolbar over the testimonial: position, star, tags, more, and on wide screens the decisions. */
export function DetailToolbar({
	inbox,
	moderation,
	facets,
	item,
	tagging,
	setTagging,
}: {
	inbox: Inbox
	moderation: Moderation
	facets: Facets
	item: InboxItem
	tagging: boolean
	setTagging: (open: boolean) => void
}) {
	const { at, order, step, canEdit, openItem, counts, filter } = inbox
	const all = countActiveFilters(filter) === 0 ? (counts?.[filter.view] ?? 0) : 0
	return (
		<div className="inbox-act" role="toolbar" aria-label="This testimonial">
			<Button className="inbox-back" variant="quiet" icon aria-label="Back to the list" onClick={() => openItem(null)}>
				<ChevronLeft size={16} aria-hidden="true" />
			</Button>
			<Tooltip text="Previous  K">
				<Button
					variant="quiet"
					size="tiny"
					icon
					aria-label="Previous testimonial"
					disabled={at === 0}
					onClick={() => step(-1)}
				>
					<ChevronUp size={16} aria-hidden="true" />
				</Button>
			</Tooltip>
			<Tooltip text="Next  J">
				<Button
					variant="quiet"
					size="tiny"
					icon
					aria-label="Next testimonial"
					disabled={at === order.length - 1}
					onClick={() => step(1)}
				>
					<ChevronDown size={16} aria-hidden="true" />
				</Button>
			</Tooltip>
			<span className="inbox-pos">
				{at >= 0 ? `${formatNumber(at + 1)} of ${formatNumber(Math.max(all, order.length))}` : ''}
			</span>
			<span className="inbox-list-grow" />
			{canEdit ? (
				<>
					<Tooltip text="Star  S">
						<Button
							variant="quiet"
							icon
							aria-pressed={item.is_pinned}
							aria-label="Star"
							onClick={() =>
								moderation.applyPatch(
									[item],
									{ is_pinned: !item.is_pinned },
									`${item.is_pinned ? 'Star taken from' : 'Starred'} ${item.author_name}`,
								)
							}
						>
							<Star size={16} aria-hidden="true" className={item.is_pinned ? 'inbox-starred' : ''} />
						</Button>
					</Tooltip>
					<TagPicker
						inbox={inbox}
						facets={facets}
						items={[item]}
						open={tagging}
						onOpenChange={setTagging}
						trigger={
							<Button variant="quiet" icon aria-label="Tags" title="Tags  T">
								<TagIcon size={16} aria-hidden="true" />
							</Button>
						}
					/>
				</>
			) : null}
			<MoreMenu item={item} moderation={moderation} canEdit={canEdit} />
			{canEdit ? (
				<span className="inbox-decisions">
					<span className="inbox-act-line" />
					<ModerationButtons item={item} moderation={moderation} />
				</span>
			) : null}
		</div>
	)
}
