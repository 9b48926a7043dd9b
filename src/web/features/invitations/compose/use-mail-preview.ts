import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { InvitationPreview, InvitationPreviewRequest } from '#shared/mail/invitation-api.ts'
import { useDebounced } from '#web/lib/browser/use-debounced.ts'
import { throwIfError } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

/** The mail as the server would send it. The last one stays while the next is rendered. */
export function useMailPreview(spaceId: string, request: InvitationPreviewRequest) {
	const settled = useDebounced(JSON.stringify(request))
	return useQuery({
		queryKey: queryKeys.invitationPreview(spaceId, settled),
		placeholderData: keepPreviousData,
		gcTime: 60_000,
		retry: false,
		queryFn: async (): Promise<InvitationPreview> => {
			const client = await supabase
			const answer = await client.functions.invoke<InvitationPreview>('invitation-preview', {
				body: JSON.parse(settled) as InvitationPreviewRequest,
			})
			throwIfError(answer)
			if (!answer.data) throw new Error('The server answered without a mail.')
			return answer.data
		},
	})
}
