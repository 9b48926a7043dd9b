import { ChevronDown, ChevronLeft, ChevronUp, Star, Tag as TagIcon } from 'lucide-react'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { filtersInUse } from './inbox-filter.ts'
import type { InboxItem } from './inbox-item.ts'
import { MoreMenu } from './more-menu.tsx'
import { TagPicker } from './tag-picker.tsx'
import type { Facets } from './use-facets.ts'
import type { Inbox } from './use-inbox.ts'
import type { Judge } from './use-judge.ts'
import { type Verdict, verdictLabel, verdictsFor } from './verdict.ts'

const verdictKeys: Partial<Record<Verdict, string>> = { approve: 'A', reject: 'R', archive: 'E' }

/** The verdicts as buttons, the usual one last and filled. */
export function Verdicts({
	item,
	judge,
	plain,
}: {
	item: InboxItem
	judge: Judge
	plain?: boolean
}) {
	return verdictsFor(item).map((verdict) => {
		const key = verdictKeys[verdict]
		return (
			<Button
				key={verdict}
				variant={verdict === 'approve' ? 'primary' : 'plain'}
				onClick={() => judge.judge(verdict, item)}
			>
				{verdictLabel(verdict, item.status)}
				{key && !plain ? <Kbd>{key}</Kbd> : null}
			</Button>
		)
	})
}

/** Over the testimonial: where one is, star, tags, more, and on wide screens the verdicts. */
export function DetailBar({
	inbox,
	judge,
	facets,
	item,
	tagging,
	setTagging,
}: {
	inbox: Inbox
	judge: Judge
	facets: Facets
	item: InboxItem
	tagging: boolean
	setTagging: (open: boolean) => void
}) {
	const { at, order, walk, canEdit, show, counts, filter } = inbox
	const all = filtersInUse(filter) === 0 ? (counts?.[filter.view] ?? 0) : 0
	return (
		<div className="inbox-act" role="toolbar" aria-label="This testimonial">
			<Button
				className="inbox-back"
				variant="quiet"
				icon
				aria-label="Back to the list"
				onClick={() => show(null)}
			>
				<ChevronLeft size={16} aria-hidden="true" />
			</Button>
			<Tooltip words="Previous  K">
				<Button
					variant="quiet"
					size="tiny"
					icon
					aria-label="Previous testimonial"
					disabled={at === 0}
					onClick={() => walk(-1)}
				>
					<ChevronUp size={16} aria-hidden="true" />
				</Button>
			</Tooltip>
			<Tooltip words="Next  J">
				<Button
					variant="quiet"
					size="tiny"
					icon
					aria-label="Next testimonial"
					disabled={at === order.length - 1}
					onClick={() => walk(1)}
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
					<Tooltip words="Star  S">
						<Button
							variant="quiet"
							icon
							aria-pressed={item.is_pinned}
							aria-label="Star"
							onClick={() =>
								judge.adjust(
									[item],
									{ is_pinned: !item.is_pinned },
									`${item.is_pinned ? 'Star taken from' : 'Starred'} ${item.author_name}`,
								)
							}
						>
							<Star
								size={16}
								aria-hidden="true"
								className={item.is_pinned ? 'inbox-starred' : ''}
							/>
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
			<MoreMenu item={item} judge={judge} canEdit={canEdit} />
			{canEdit ? (
				<span className="inbox-verdicts">
					<span className="inbox-act-line" />
					<Verdicts item={item} judge={judge} />
				</span>
			) : null}
		</div>
	)
}
