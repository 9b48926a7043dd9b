import { Copy, Ellipsis, Link as LinkIcon, ShieldCheck, TriangleAlert } from 'lucide-react'
import { toast } from 'sonner'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import type { Moderation } from '#web/features/inbox/moderation/use-moderation.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#web/ui/overlays/menu.tsx'

/** Rare actions: copy text or link, mark as spam. */
export function MoreMenu({ item, moderation, canEdit }: { item: InboxItem; moderation: Moderation; canEdit: boolean }) {
	const copy = async (text: string, done: string) => {
		if (await copyText(text)) toast(done)
	}
	const isSpam = item.spam_state !== 'clean'
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
					<MenuSeparator />
					<MenuItem
						onSelect={() =>
							moderation.applyPatch(
								[item],
								{ spam_state: isSpam ? 'clean' : 'suspect' },
								`${isSpam ? 'Not spam' : 'Marked as spam'}: ${item.author_name}`,
							)
						}
					>
						{isSpam ? <ShieldCheck size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}
						{isSpam ? 'Not spam: move to Pending' : 'Mark as spam'}
					</MenuItem>
				</>
			) : null}
		</Menu>
	)
}
