import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keyOfActor } from '#shared/key-actor.ts'
import type { SpaceEventRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

const pageSize = 50

/** The history of a space, newest first and fifty at a time; of some kinds alone where they are named. It follows new entries. */
export function useSpaceHistory(spaceId: string, kinds?: readonly string[]) {
	const queries = useQueryClient()
	const query = useInfiniteQuery({
		queryKey: queryKeys.historyList(spaceId, kinds ?? null),
		queryFn: async ({ pageParam, signal }): Promise<SpaceEventRow[]> => {
			let rows = (await supabase).from('space_events').select().eq('space_id', spaceId)
			if (kinds) rows = rows.in('kind', kinds)
			if (pageParam !== null) rows = rows.lt('id', pageParam)
			return unwrap(await rows.order('id', { ascending: false }).limit(pageSize).abortSignal(signal))
		},
		initialPageParam: null as number | null,
		getNextPageParam: (last) => (last.length === pageSize ? last.at(-1)?.id : undefined),
	})
	useEffect(() => {
		const filter = `space_id=eq.${spaceId}`
		return followChanges(
			`history:${spaceId}`,
			[
				{ table: 'space_events', event: 'INSERT', filter },
				// The count of an entry grows while work in pieces goes on.
				{ table: 'space_events', event: 'UPDATE', filter },
			],
			() => void refetchQueries(queries, queryKeys.history(spaceId)),
		)
	}, [queries, spaceId])
	return { query, entries: query.data?.pages.flat() ?? [] }
}

/** The actor of an entry of a space: a member by id, a key as `key:ID:NAME`, or null for the server. */
export const actorOf = ({ actor, detail: { by } }: Pick<SpaceEventRow, 'actor' | 'detail'>): string | null =>
	actor ?? (typeof by === 'string' ? by : null)

/** The members of a space with their names. */
export const useMemberNames = (spaceId: string) =>
	useQuery({
		queryKey: queryKeys.historyActors(spaceId),
		queryFn: async () =>
			unwrap(
				await (await supabase)
					.from('space_members')
					.select('user_id, profile:profiles(username, full_name)')
					.eq('space_id', spaceId),
			),
	})

/** Names the actor of an entry: you, a member, a key, a person who has left, or the server. */
export function useActorNames(spaceId: string): (actor: string | null) => string {
	const user = useUser()
	const { data } = useMemberNames(spaceId)
	return (actor) => {
		if (actor === null) return 'Plaudit'
		if (actor === user.id) return 'you'
		const key = keyOfActor(actor)
		if (key) return `key ${key.name}`
		const profile = data?.find(({ user_id }) => user_id === actor)?.profile
		if (profile) return profile.full_name ?? profile.username ?? 'a member'
		return data ? 'a former member' : 'a member'
	}
}
