import { Copy, Ellipsis, Link as LinkIcon, ShieldCheck, TriangleAlert } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { Menu, MenuItem, MenuLine } from '#web/ui/menu.tsx'
import type { InboxItem } from './inbox-item.ts'
import type { Judge } from './use-judge.ts'

/** What is wanted seldom: copying words and link, marking as suspect. */
export function MoreMenu({
	item,
	judge,
	canEdit,
}: {
	item: InboxItem
	judge: Judge
	canEdit: boolean
}) {
	const copy = async (text: string, done: string) => {
		if (await copyText(text)) toast(done)
	}
	const suspect = item.spam_state !== 'clean'
	return (
		<Menu
			align="end"
			trigger={
				<Button variant="quiet" icon aria-label="More" title="More">
					<Ellipsis size={16} aria-hidden="true" />
				</Button>
			}
		>
			<MenuItem onSelect={() => copy(item.body, 'The words are copied.')}>
				<Copy size={16} aria-hidden="true" />
				Copy the words
			</MenuItem>
			<MenuItem
				onSelect={() =>
					copy(
						`${window.location.origin}/dashboard/inbox?view=${item.status}&t=${item.id}`,
						'The link is copied. It works for members of this space.',
					)
				}
			>
				<LinkIcon size={16} aria-hidden="true" />
				Copy link for members
			</MenuItem>
			{canEdit && item.status === 'pending' ? (
				<>
					<MenuLine />
					<MenuItem
						onSelect={() =>
							judge.adjust(
								[item],
								{ spam_state: suspect ? 'clean' : 'suspect' },
								`${suspect ? 'No longer suspect' : 'Marked as suspect'}: ${item.author_name}`,
							)
						}
					>
						{suspect ? (
							<ShieldCheck size={16} aria-hidden="true" />
						) : (
							<TriangleAlert size={16} aria-hidden="true" />
						)}
						{suspect ? 'Not spam: move to Pending' : 'Mark as suspect'}
					</MenuItem>
				</>
			) : null}
		</Menu>
	)
}
