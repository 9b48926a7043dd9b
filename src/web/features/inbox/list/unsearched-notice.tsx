import { useQuery, useQueryClient } from '@tanstack/react-query'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { unsearchedText } from '#web/features/inbox/data/unsearched-text.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'

const waitingMilliseconds = 3000
const restMilliseconds = 15_000

/** Says beside a search how many new testimonials it does not know yet, and searches again when it knows more of them. */
export function UnsearchedNotice() {
	const { client, space, list } = useInbox()
	const { filter } = list
	const cache = useQueryClient()
	const queryKey = inboxKeys.unsearched(space.id)
	const { data: count = 0 } = useQuery({
		queryKey,
		queryFn: async () => {
			const before = cache.getQueryData<number>(queryKey) ?? 0
			const waiting = unwrap(await client.rpc('unsearched_testimonials', { space_id: space.id }))
			if (waiting < before) void cache.invalidateQueries({ queryKey: inboxKeys.lists(space.id) })
			return waiting
		},
		enabled: filter.q.trim() !== '',
		staleTime: 0,
		refetchInterval: ({ state }) => (state.data ? waitingMilliseconds : restMilliseconds),
		retry: false,
	})
	if (filter.q.trim() === '' || count === 0) return null
	return (
		<p className="inbox-decided" role="status">
			{unsearchedText(count)}
		</p>
	)
}
