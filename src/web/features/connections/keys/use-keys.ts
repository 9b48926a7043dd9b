import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toast } from 'sonner'
import { type ApiKeyScope, apiKeyScopes } from '#shared/api-key-scopes.ts'
import type { ApiKeyRow } from '#shared/rows.ts'
import { errorMessage, throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** Days of which the uses are counted. */
export const usesDays = 28

/** A key as a person asks for it. Without scopes it has all of its role. */
export type WantedKey = Pick<ApiKeyRow, 'name' | 'role' | 'expires_at'> & { scopes: readonly ApiKeyScope[] | null }

/** A key that was made a moment ago, with the only copy of its secret. */
export type MadeKey = WantedKey & { id: string; key: string }

/** Requests of a key with one scope; the empty scope is of requests that need none. */
export type ScopeUses = { scope: ApiKeyScope | ''; uses: number; lastDay: string }

/** The keys of a space, the newest first; owners alone read them. The list follows changes. */
export function useKeys(spaceId: string, isOwner: boolean) {
	const queries = useQueryClient()
	useEffect(() => (isOwner ? followKeys(queries, spaceId) : undefined), [queries, spaceId, isOwner])
	return useQuery({
		queryKey: queryKeys.keys(spaceId),
		enabled: isOwner,
		queryFn: async (): Promise<ApiKeyRow[]> => {
			const keys = (await supabase).from('api_keys').select('*').eq('space_id', spaceId)
			return unwrap(await keys.order('created_at', { ascending: false }).order('id'))
		},
	})
}

const followKeys = (queries: QueryClient, spaceId: string) => {
	const filter = `space_id=eq.${spaceId}`
	return followChanges(
		`keys:${spaceId}`,
		[
			{ table: 'api_keys', event: 'INSERT', filter },
			{ table: 'api_keys', event: 'UPDATE', filter },
			{ table: 'api_keys', event: 'DELETE' },
		],
		() => void refetchQueries(queries, queryKeys.keys(spaceId)),
	)
}

/** The uses of one key in the last 28 days by scope, in the order of the scopes. */
export function useKeyUses({ id, space_id: spaceId }: ApiKeyRow) {
	return useQuery({
		queryKey: queryKeys.keyUses(spaceId, id),
		queryFn: async (): Promise<ScopeUses[]> => {
			const first = new Date(Date.now() - (usesDays - 1) * 86_400_000).toISOString().slice(0, 10)
			const uses = (await supabase).from('api_key_uses').select('day, scope, uses')
			return sumUses(unwrap(await uses.eq('space_id', spaceId).eq('key_id', id).gte('day', first)))
		},
	})
}

/** Adds the days of each scope up. */
function sumUses(rows: readonly { day: string; scope: string; uses: number }[]): ScopeUses[] {
	return [...apiKeyScopes, '' as const].flatMap((scope) => {
		const days = rows.filter((row) => row.scope === scope)
		const uses = days.reduce((sum, row) => sum + Number(row.uses), 0)
		return uses > 0
			? [
					{
						scope,
						uses,
						lastDay:
							days
								.map(({ day }) => day)
								.toSorted()
								.at(-1) ?? '',
					},
				]
			: []
	})
}

/** Makes a key; its secret is in the answer alone. */
export function useMakeKey(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (wanted: WantedKey): Promise<MadeKey> => {
			const made = unwrap(await (await supabase).rpc('create_api_key', { space_id: spaceId, ...wanted }))
			return { ...wanted, id: String(made.id), key: String(made.key) }
		},
		onSuccess: () => refetchQueries(queries, queryKeys.keys(spaceId)),
	})
}

/** Revokes a key for good. */
export function useRevokeKey(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async ({ id }: ApiKeyRow) => throwIfError(await (await supabase).rpc('revoke_api_key', { id })),
		onSuccess: (_, { name }) => void toast(`The key “${name}” is revoked`),
		onSettled: () => refetchQueries(queries, queryKeys.keys(spaceId)),
	})
}

/** Renames a key. The history keeps the name of the day. */
export function useRenameKey(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async ({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>) => {
			const keys = (await supabase).from('api_keys')
			throwIfError(await keys.update({ name }).eq('id', id).eq('space_id', spaceId))
		},
		onError: (error) => void toast(errorMessage(error)),
		onSettled: () => refetchQueries(queries, queryKeys.keys(spaceId)),
	})
}
