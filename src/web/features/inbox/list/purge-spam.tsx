import { useMutation } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { toast } from 'sonner'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { isSuspect, loadTestimonialCounts, sumCounts } from '#web/lib/spaces/testimonial-counts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

/** Deletes all that stands in Spam at the moment of the click. For owners; the count is read first, and asked about. */
export function PurgeSpam() {
	const { client, space, list } = useInbox()
	const { filter, items } = list
	const { isOwner } = useSpace()
	const counting = useMutation({
		mutationFn: async () => {
			const until = new Date().toISOString()
			return { until, count: sumCounts(await loadTestimonialCounts(client, space.id), isSuspect) }
		},
		onError: (error) => toast.error(errorMessage(error)),
	})
	const purge = useMutation({
		mutationFn: async (until: string) => unwrap(await client.rpc('purge_spam', { space_id: space.id, until })),
		onSuccess: (count) => {
			counting.reset()
			toast(`${formatCount(count, 'testimonial')} ${count === 1 ? 'is' : 'are'} being deleted.`)
		},
	})
	if (!isOwner || filter.view !== 'suspect' || items.length === 0) return null
	const asked = counting.data
	return (
		<div className="inbox-purge">
			<Button size="tiny" busy={counting.isPending} onClick={() => counting.mutate()}>
				<Trash2 size={14} aria-hidden="true" />
				Delete all spam
			</Button>
			<ConfirmDialog
				open={asked !== undefined}
				onOpenChange={(open) => {
					purge.reset()
					if (!open) counting.reset()
				}}
				title={`Delete ${formatCount(asked?.count ?? 0, 'testimonial')} for good?`}
				description="Everything in Spam as of now, also what filters or search hide. What arrives from now on stays. There is no way back."
				confirm="Delete all spam"
				dismiss="Keep it"
				busy={purge.isPending}
				disabled={asked?.count === 0}
				onConfirm={() => asked && purge.mutate(asked.until)}
			>
				{purge.error ? (
					<p className="ui-error" role="alert">
						{errorMessage(purge.error)}
					</p>
				) : null}
			</ConfirmDialog>
		</div>
	)
}
