import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useRef } from 'react'
import { toast } from 'sonner'
import { findItem, inboxKeys, patchInLists, refetchStaleCounts } from '#web/features/inbox/data/inbox-cache.ts'
import type { ItemPatch } from '#web/features/inbox/data/inbox-item.ts'
import { saveErrorMessage, sendChanges } from '#web/features/inbox/data/save-changes.ts'
import type { Refresher } from '#web/features/inbox/live/refresher.ts'
import { isTransient } from '#web/lib/client/errors.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import type { Change, Decision, InboxAction } from './inbox-state.ts'

type DecisionRequest = { decision: Decision; side: 'before' | 'after' }
type PendingRequest = DecisionRequest & { refetchCounts: () => void }

const otherSide = { before: 'after', after: 'before' } as const

/** True when a testimonial still has the state that we wrote; otherwise another person has changed it since. */
const isUnchanged = (item: object, patch: ItemPatch): boolean =>
	Object.entries(patch).every(([column, value]) => (item as Record<string, unknown>)[column] === value)

/**
 * Applies changes to the screen at once, then to the server in order; rolls back with a message when the server
 * refuses. Offline, changes are queued.
 */
export const useDecisions = (
	client: Client,
	spaceId: string,
	refresher: Refresher,
	dispatch: Dispatch<InboxAction>,
) => {
	const cache = useQueryClient()
	const nextKey = useRef(1)

	const apply = (decision: Decision, changes: readonly Change[], side: 'before' | 'after') => {
		for (const change of changes) patchInLists(cache, spaceId, change.id, change[side])
		dispatch(side === 'after' ? { type: 'decided', decision } : { type: 'undone', key: decision.key })
	}

	const { mutate } = useMutation({
		mutationKey: [...inboxKeys.all(spaceId), 'decide'],
		scope: { id: `inbox-${spaceId}` },
		networkMode: 'online',
		// A browser says that it is online before its first request can succeed. Each attempt writes the same values.
		retry: (failures, error) => failures < 3 && isTransient(error),
		mutationFn: ({ decision, side }: PendingRequest) => sendChanges(client, spaceId, decision.changes, side),
		onError: (error, { decision, side }) => {
			const ours = decision.changes.filter((change) => {
				const item = findItem(cache, spaceId, change.id)
				return item !== undefined && isUnchanged(item, change[side])
			})
			apply(decision, ours, otherSide[side])
			toast.error(`Not saved: ${decision.label}. ${saveErrorMessage(error)}`, {
				duration: 8000,
				action: { label: 'Try again', onClick: () => send({ decision, side }) },
			})
		},
		onSettled: (_data, _error, { decision, refetchCounts }) => {
			refetchCounts()
			refresher.release(decision.changes.map((change) => change.id))
		},
	})

	const send = ({ decision, side }: DecisionRequest) => {
		refresher.hold(decision.changes.map((change) => change.id))
		apply(decision, decision.changes, side)
		mutate({ decision, side, refetchCounts: refetchStaleCounts(cache, spaceId) })
	}

	const decide = (changes: Change[], label: string, note = ''): Decision => {
		const decision = { key: nextKey.current++, changes, label, note }
		send({ decision, side: 'after' })
		return decision
	}
	return { decide, revert: (decision: Decision) => send({ decision, side: 'before' }) }
}
