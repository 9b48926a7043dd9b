import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { addressFault, normalizeAddress } from '#web/features/invitations/recipients/check-address.ts'
import { type KnownAddresses, maxRecipients } from '#web/features/invitations/recipients/check-recipients.ts'
import type { Recipient } from '#web/features/invitations/recipients/recipient-list.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { loadKnownAddresses } from './load-known-addresses.ts'

const none: KnownAddresses = new Map()

/**
 * The addresses that the server would leave out, because they were asked or declined before. The map is empty until the
 * server answers and while it cannot be reached: it decides again when the list is sent.
 */
export function useKnownAddresses(spaceId: string, recipients: readonly Recipient[]): KnownAddresses {
	const emails = useMemo(() => {
		const sendable = recipients.filter(({ email }) => addressFault(email) === null)
		return [...new Set(sendable.map(({ email }) => normalizeAddress(email)))].sort().slice(0, maxRecipients)
	}, [recipients])
	const asked = useDebounced(emails)
	const { data } = useQuery({
		queryKey: queryKeys.knownRecipients(spaceId, asked),
		enabled: asked.length > 0,
		placeholderData: keepPreviousData,
		queryFn: async () => loadKnownAddresses(await supabase, spaceId, asked),
	})
	return data ?? none
}
