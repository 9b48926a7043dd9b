import { useQuery } from '@tanstack/react-query'
import type { WallItem } from '#shared/wall/wall.ts'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'

/** A testimonial exactly as the public sees it; null while it is not public, undefined until that is known. */
export function useShownItem(item: InboxItem): WallItem | null | undefined {
	const { client, space } = useInbox()
	const { status, spam_state, version, shows_title, excerpt_start, excerpt_end, withdrawn_at, consents, media } = item
	const state = JSON.stringify([
		status,
		spam_state,
		version,
		shows_title,
		excerpt_start,
		excerpt_end,
		withdrawn_at,
		consents,
		media,
	])
	const { data } = useQuery({
		queryKey: [...inboxKeys.detail(space.id, item.id), 'shown', state],
		queryFn: async ({ signal }) => {
			const shown = client.from('public_testimonials').select('item').eq('space_id', space.id).eq('id', item.id)
			const [row] = unwrap(await shown.abortSignal(signal)) as { item: string }[]
			return row ? (JSON.parse(row.item) as WallItem) : null
		},
		enabled: status === 'approved',
		retry: false,
	})
	return status === 'approved' ? data : null
}
