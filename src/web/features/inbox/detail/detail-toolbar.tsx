import {
	ChevronDown,
	ChevronLeft,
	ChevronUp,
	Copy,
	Ellipsis,
	Link as LinkIcon,
	ShieldCheck,
	Star,
	Tag as TagIcon,
	Trash2,
	TriangleAlert,
} from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { countActiveFilters } from '#web/features/inbox/filters/inbox-filter.ts'
import { useInbox, useLatestInbox } from '#web/features/inbox/inbox-context.tsx'
import { actionKeys, actionLabel, availableActions } from '#web/features/inbox/moderation/moderation.ts'
import { ShareMenu } from '#web/features/inbox/share/share-menu.tsx'
import { TagPicker } from '#web/features/inbox/tags/tag-picker.tsx'
import { formatNumber } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, Kbd } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'
import { DeleteTestimonialDialog } from './delete-testimonial.tsx'

/** The decisions as buttons, the primary one last. */
export function ModerationButtons({ item, plain }: { item: InboxItem; plain?: boolean }) {
	const { moderate } = useInbox().decisions
	return availableActions(item).map((action) => (
		<Button key={action} variant={action === 'approve' ? 'primary' : 'plain'} onClick={() => moderate(action, item)}>
			{actionLabel(action, item.status)}
			{plain ? null : <Kbd>{actionKeys[action]}</Kbd>}
		</Button>
	))
}

/** The toolbar over the testimonial: position, star, tags, more, and on wide screens the decisions. */
export function DetailToolbar({ item }: { item: InboxItem }) {
	const { canEdit, tagging, setTagging, list, selection, decisions, navigation } = useInbox()
	const { order, query, firstAt, counts, filter } = list
	const { state } = selection
	const { star } = decisions
	const { at, openItem } = navigation
	const latest = useLatestInbox()
	const all = countActiveFilters(filter) === 0 ? (counts?.[filter.view] ?? 0) : 0
	return (
		<div className="inbox-act" data-keep-clear role="toolbar" aria-label="This testimonial">
			<IconButton className="inbox-back" label="Back to the list" Icon={ChevronLeft} onClick={() => openItem(null)} />
			<IconButton
				tip="Previous  K"
				label="Previous testimonial"
				Icon={ChevronUp}
				size="tiny"
				disabled={at === 0 && !query.hasPreviousPage}
				onClick={() => latest.current.navigation.step(-1)}
			/>
			<IconButton
				tip="Next  J"
				label="Next testimonial"
				Icon={ChevronDown}
				size="tiny"
				disabled={at === order.length - 1 && !query.hasNextPage}
				onClick={() => latest.current.navigation.step(1)}
			/>
			<span className="inbox-pos">
				{at >= 0 && firstAt !== undefined
					? `${formatNumber(firstAt + at + 1)} of ${formatNumber(Math.max(all, firstAt + order.length))}`
					: ''}
			</span>
			<span className="inbox-list-grow" />
			{canEdit ? (
				<>
					<IconButton
						tip="Star  S"
						label="Star"
						Icon={Star}
						iconClass={item.is_pinned ? 'inbox-starred' : ''}
						aria-pressed={item.is_pinned}
						onClick={() => star([item])}
					/>
					<TagPicker
						items={[item]}
						// With a selection, the picker of the bulk toolbar opens.
						open={tagging && state.selected.size === 0}
						onOpenChange={setTagging}
						trigger={<IconButton label="Tags" title="Tags  T" Icon={TagIcon} />}
					/>
				</>
			) : null}
			<ShareMenu item={item} />
			<MoreMenu item={item} />
			{canEdit ? (
				<span className="inbox-decisions">
					<span className="inbox-act-line" />
					<ModerationButtons item={item} />
				</span>
			) : null}
		</div>
	)
}

/** Rare actions: copy text or link, mark as spam, delete for good. */
function MoreMenu({ item }: { item: InboxItem }) {
	const { canEdit, decisions } = useInbox()
	const { applyPatch } = decisions
	const { isOwner } = useSpace()
	const [isDeleting, setDeleting] = useState(false)
	const copy = async (text: string, done: string) => {
		if (await copyText(text)) toast(done)
	}
	const isSpam = item.spam_state !== 'clean'
	const link = `${window.location.origin}/dashboard/inbox/${item.id}`
	const SpamIcon = isSpam ? ShieldCheck : TriangleAlert
	return (
		<>
			<Menu align="end" trigger={<IconButton label="More" title="More  ." aria-keyshortcuts="." Icon={Ellipsis} />}>
				<MenuItem onSelect={() => copy(item.body, 'The words are copied.')}>
					<Copy size={16} aria-hidden="true" />
					Copy the words
				</MenuItem>
				<MenuItem onSelect={() => copy(link, 'The link is copied. It works for members of this space.')}>
					<LinkIcon size={16} aria-hidden="true" />
					Copy link for members
				</MenuItem>
				{canEdit && item.status === 'pending' ? (
					<>
						<MenuSeparator />
						<MenuItem
							onSelect={() =>
								applyPatch(
									[item],
									{ spam_state: isSpam ? 'clean' : 'suspect' },
									`${isSpam ? 'Not spam' : 'Marked as spam'}: ${item.author_name}`,
								)
							}
						>
							<SpamIcon size={16} aria-hidden="true" />
							{isSpam ? 'Not spam: move to Pending' : 'Mark as spam'}
						</MenuItem>
					</>
				) : null}
				{isOwner ? (
					<>
						<MenuSeparator />
						<MenuItem onSelect={() => setDeleting(true)}>
							<Trash2 size={16} aria-hidden="true" />
							Delete for good
						</MenuItem>
					</>
				) : null}
			</Menu>
			{isDeleting ? <DeleteTestimonialDialog item={item} onClose={() => setDeleting(false)} /> : null}
		</>
	)
}
