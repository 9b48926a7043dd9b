import { useMutation, useQueryClient } from '@tanstack/react-query'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

type Change =
	| { kind: 'add'; id: string; body: string }
	| { kind: 'edit'; id: string; body: string }
	| { kind: 'delete'; id: string }

/** Adds, changes or deletes a note about a testimonial. */
export function useChangeNote(testimonialId: string) {
	const { client, space } = useInbox()
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (change: Change) => {
			const table = client.from('testimonial_notes')
			const { kind, id } = change
			if (kind === 'add')
				throwIfError(await table.insert({ id, space_id: space.id, testimonial_id: testimonialId, body: change.body }))
			else if (kind === 'edit') unwrap(await table.update({ body: change.body }).eq('id', id).select('id').single())
			else throwIfError(await table.delete().eq('id', id))
		},
		onSettled: () => refetchQueries(queries, inboxKeys.detail(space.id, testimonialId)),
	})
}
