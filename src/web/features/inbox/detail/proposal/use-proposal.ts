import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from 'sonner'
import { inboxKeys } from '#web/features/inbox/data/inbox-cache.ts'
import type { InboxItem } from '#web/features/inbox/data/inbox-item.ts'
import { useInbox } from '#web/features/inbox/inbox-context.tsx'
import { errorMessage, unwrap } from '#web/lib/client/errors.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSessionStorage } from '#web/lib/storage/session-storage.ts'

export type ProposalDraft = { body: string; note: string }

export type ProposalState = ReturnType<typeof useProposal>

/** The draft of a proposal, which survives a reload, and the calls that send and cancel one. */
export function useProposal(item: InboxItem) {
	const { client, space } = useInbox()
	const cache = useQueryClient()
	const [draft, setDraft] = useSessionStorage<ProposalDraft | null>(`plaudit-proposal-${item.id}`, null)
	const [isOpen, setOpen] = useState(draft !== null)
	const [busy, setBusy] = useState(false)

	const attempt = async (act: () => Promise<string>) => {
		setBusy(true)
		try {
			toast(await act())
		} catch (error) {
			toast.error(errorMessage(error))
		} finally {
			// The submitter may have answered meanwhile.
			await refetchQueries(cache, inboxKeys.detail(space.id, item.id))
			setBusy(false)
		}
	}
	const discard = () => {
		setDraft(null)
		setOpen(false)
	}
	return {
		draft: draft ?? { body: item.body, note: '' },
		isOpen,
		isBegun: draft !== null,
		busy,
		open: () => setOpen(true),
		close: () => setOpen(false),
		discard,
		change: (change: Partial<ProposalDraft>) => setDraft((now) => ({ body: item.body, note: '', ...now, ...change })),
		send: ({ body, note }: ProposalDraft) =>
			attempt(async () => {
				unwrap(await client.rpc('propose_change', { testimonial_id: item.id, body, note }))
				discard()
				return 'Proposed. Nothing changes until its author answers.'
			}),
		cancel: (id: string) =>
			attempt(async () => {
				const state = unwrap(await client.rpc('cancel_proposal', { proposal_id: id }))
				return state === 'cancelled' ? 'The proposal is taken back.' : 'Its author answered before you took it back.'
			}),
	}
}
