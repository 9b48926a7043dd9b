import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { removeFromLists } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ConfirmDialog } from '#web/ui/overlays/dialog.tsx'

/** Deletes one testimonial for good, after its author's name was typed. For owners. */
export function DeleteTestimonialDialog({ item, onClose }: { item: InboxItem; onClose: () => void }) {
	const { client, space, wide, list, navigation } = useInbox()
	const { order } = list
	const { advance, openItem } = navigation
	const queries = useQueryClient()
	const [typed, setTyped] = useState('')
	const name = item.author_name.trim()
	const erase = useMutation({
		mutationFn: async () =>
			unwrap(await client.rpc('erase_testimonial', { space_id: space.id, testimonial_id: item.id })),
		onSuccess: () => {
			const at = order.indexOf(item.id)
			const next = order[at + 1] ?? order[at - 1] ?? null
			if (wide && next !== null) advance(next)
			else openItem(null)
			removeFromLists(queries, space.id, item.id)
			toast('The testimonial is deleted.')
			onClose()
		},
	})
	const same = (text: string) => text.trim().normalize('NFC').toLocaleLowerCase()
	return (
		<ConfirmDialog
			open
			onOpenChange={onClose}
			title="Delete this testimonial for good?"
			description="Words, versions, answers, pictures, recordings and consents go, from walls and embeds within 60 seconds. The history of the space says that one testimonial was deleted, when, and by whom; backups that you made before still have it."
			confirm="Delete for good"
			busy={erase.isPending}
			disabled={same(typed) !== same(name)}
			onConfirm={() => erase.mutate()}
		>
			<TextField
				label={
					<>
						Type <bdi>{name}</bdi> to confirm
					</>
				}
				dir="auto"
				autoComplete="off"
				spellCheck={false}
				value={typed}
				onChange={({ target }) => setTyped(target.value)}
				error={erase.error ? errorMessage(erase.error) : undefined}
			/>
		</ConfirmDialog>
	)
}
