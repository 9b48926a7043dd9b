import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import type { InvitationFilter } from './invitation-filter.ts'
import { type InvitationCursor, loadInvitations } from './invitation-query.ts'

/** The filtered invitations of a space, fifty at a time; old rows stay while a new filter loads. */
export const useInvitationList = (spaceId: string, filter: InvitationFilter) =>
	useInfiniteQuery({
		queryKey: queryKeys.invitationList(spaceId, filter),
		queryFn: async ({ pageParam, signal }) => loadInvitations(await supabase, spaceId, filter, pageParam, signal),
		initialPageParam: null as InvitationCursor | null,
		getNextPageParam: ({ items, more }) => (more ? items.at(-1) : undefined),
		placeholderData: keepPreviousData,
	})
