import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useRef } from 'react'
import { toast } from 'sonner'
import type { Client } from '#web/lib/supabase.ts'
import { doubtNumbers } from './being-read.ts'
import { findItem, inboxKeys, patchEverywhere } from './inbox-cache.ts'
import type { ItemPatch } from './inbox-item.ts'
import type { Change, Decision, InboxAction } from './inbox-state.ts'
import { problemWords, sendChanges } from './inbox-write.ts'
import type { Refresher } from './refresher.ts'

type Sent = { decision: Decision; side: 'before' | 'after' }
type Sending = Sent & { countAgain: () => void }

const other = { before: 'after', after: 'before' } as const

/** Whether a testimonial still is as we left it; if not, somebody else has decided since. */
const still = (item: object, patch: ItemPatch): boolean =>
	Object.entries(patch).every(
		([column, value]) => (item as Record<string, unknown>)[column] === value,
	)

/**
 * Changes at once on the screen, then on the server, one after the other; takes it back and says so
 * when the server refuses. Without a connection the changes wait and are sent on return.
 */
export const useDecide = (
	client: Client,
	spaceId: string,
	refresher: Refresher,
	dispatch: Dispatch<InboxAction>,
) => {
	const cache = useQueryClient()
	const nextKey = useRef(1)

	const apply = useCallback(
		(changes: readonly Change[], side: 'before' | 'after') => {
			for (const change of changes) patchEverywhere(cache, spaceId, change.id, change[side])
		},
		[cache, spaceId],
	)

	const { mutate } = useMutation({
		mutationKey: [...inboxKeys.all(spaceId), 'decide'],
		scope: { id: `inbox-${spaceId}` },
		networkMode: 'online',
		mutationFn: ({ decision, side }: Sending) =>
			sendChanges(client, spaceId, decision.changes, side),
		onError: (error, { decision, side }) => {
			const ours = decision.changes.filter((change) => {
				const item = findItem(cache, spaceId, change.id)
				return item !== undefined && still(item, change[side])
			})
			apply(ours, other[side])
			dispatch(
				side === 'after' ? { type: 'undone', key: decision.key } : { type: 'decided', decision },
			)
			// What it said when it was taken for done is no longer true.
			toast.dismiss(`decision-${decision.key}`)
			toast.error(`Not saved: ${decision.words}. ${problemWords(error)}`, {
				duration: 8000,
				action: { label: 'Try again', onClick: () => send({ decision, side }) },
			})
		},
		onSettled: (_data, _error, { decision, countAgain }) => {
			countAgain()
			refresher.release(decision.changes.map((change) => change.id))
		},
	})

	const send = useCallback(
		({ decision, side }: Sent) => {
			refresher.hold(decision.changes.map((change) => change.id))
			apply(decision.changes, side)
			dispatch(
				side === 'after' ? { type: 'decided', decision } : { type: 'undone', key: decision.key },
			)
			mutate({ decision, side, countAgain: doubtNumbers(cache, spaceId) })
		},
		[apply, cache, dispatch, mutate, refresher, spaceId],
	)

	const decide = useCallback(
		(changes: Change[], words: string): Decision => {
			const decision = { key: nextKey.current++, changes, words }
			send({ decision, side: 'after' })
			return decision
		},
		[send],
	)
	const undo = useCallback((decision: Decision) => send({ decision, side: 'before' }), [send])
	return { decide, undo }
}
