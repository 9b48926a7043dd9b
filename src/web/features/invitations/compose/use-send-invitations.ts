import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { InvitationResult, InvitedRecipient } from '#shared/mail/invitation-api.ts'
import type { CheckedRecipient } from '#web/features/invitations/recipients/check-recipients.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { loadKnownAddresses } from './load-known-addresses.ts'
import { type SentList, sentListOf } from './sent-list.ts'

/** Recipients of one call: on a busy server, one with ten thousand could exceed its time limit. */
const atOnce = 1000

type Mailing = {
	/** All rows of the list; only those that can be are sent. */
	rows: CheckedRecipient[]
	subject: string
	message: string
	remindAfterDays: number | null
	replyToMe: boolean
}

/**
 * Queues the invitations. Sending the same list again asks no one twice: the server leaves out who was asked before,
 * also when the answer to the first call was lost.
 */
export function useSendInvitations(formId: string, onSent: (sent: SentList) => void) {
	const { space } = useSpace()
	const queries = useQueryClient()
	const isSending = useRef(false)
	const mutation = useMutation({
		mutationFn: async ({ rows, subject, message, remindAfterDays, replyToMe }: Mailing) => {
			const client = await supabase
			const sendable = rows.filter(({ state }) => state.kind === 'send')
			const results: InvitationResult[] = []
			for (let from = 0; from < sendable.length; from += atOnce) {
				const answers = unwrap(
					await client.rpc('invite_customers', {
						form_id: formId,
						recipients: sendable.slice(from, from + atOnce).map(toRecipient),
						subject,
						message,
						remind_after_days: remindAfterDays,
						reply_to_me: replyToMe,
					}),
				)
				results.push(...answers.map((answer) => ({ ...answer, position: from + answer.position })))
			}
			const refused = results.filter(({ reason }) => reason !== null).map(({ email }) => email)
			// When this request fails, the reasons are shown without their dates.
			const known =
				refused.length > 0 ? await loadKnownAddresses(client, space.id, refused).catch(() => new Map()) : new Map()
			return sentListOf(rows, results, known)
		},
		onSuccess: onSent,
		onSettled: () => {
			isSending.current = false
			// When only the answer was lost, the list shows who was asked.
			void refetchQueries(queries, queryKeys.invitations(space.id))
		},
	})
	return {
		...mutation,
		/** A second press in the same frame comes before the button is disabled. */
		mutate: (mailing: Mailing) => {
			if (isSending.current) return
			isSending.current = true
			mutation.mutate(mailing)
		},
	}
}

function toRecipient({ email, name, company, note }: CheckedRecipient): InvitedRecipient {
	return { email, ...(name && { name }), ...(company && { company }), ...(note && { note }) }
}
