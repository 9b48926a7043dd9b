import { Copy } from 'lucide-react'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { formatRelative } from '#web/lib/format/format-time.ts'
import { TextButton } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'

/** Names another testimonial with the same words, or nearly the same from the same person, and opens it. */
export function AlsoSent({ item }: { item: InboxItem }) {
	const { openItem } = useInbox().navigation
	const other = item.also_sent
	if (!other) return null
	return (
		<Notice icon={<Copy size={16} aria-hidden="true" />}>
			Nearly the same words were also sent {formatRelative(other.submitted_at, 'day')} by <bdi>{other.author_name}</bdi>
			. Nothing is deleted by itself. <TextButton onClick={() => openItem(other.id)}>Open the other one</TextButton>
		</Notice>
	)
}
