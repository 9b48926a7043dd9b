import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WebhookRow } from '#shared/rows.ts'
import { throwIfError, unwrap } from '#web/lib/client/errors.ts'
import { toFieldProblem } from '#web/lib/client/field-problem.ts'
import { followChanges } from '#web/lib/client/follow-changes.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { refetchQueries } from '#web/lib/query/refetch.ts'

/** The answer of an address to a test. */
export type TestAnswer = { status: number | null; took_ms: number | null; answer: string | null }

/** True for an answer that counts as delivered. */
export const isDelivered = ({ status }: TestAnswer): boolean => status !== null && status >= 200 && status < 300

/** The webhooks of a space, those that need a person first. The list follows changes. */
export function useWebhooks(spaceId: string) {
	const queries = useQueryClient()
	useEffect(() => {
		const filter = `space_id=eq.${spaceId}`
		return followChanges(
			`webhooks:${spaceId}`,
			[
				{ table: 'webhooks', event: 'INSERT', filter },
				{ table: 'webhooks', event: 'UPDATE', filter },
				{ table: 'webhooks', event: 'DELETE' },
			],
			() => void refetchQueries(queries, queryKeys.webhooks(spaceId)),
		)
	}, [queries, spaceId])
	return useQuery({
		queryKey: queryKeys.webhooks(spaceId),
		queryFn: async (): Promise<WebhookRow[]> => {
			const webhooks = (await supabase).from('webhooks').select('*').eq('space_id', spaceId)
			return unwrap(await webhooks.order('created_at').order('id'))
		},
		select: (webhooks) => webhooks.toSorted((one, other) => Number(one.is_active) - Number(other.is_active)),
	})
}

/** Makes a webhook; its secret is in the answer alone. */
export function useMakeWebhook(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (
			wanted: Pick<WebhookRow, 'url' | 'events' | 'kind'>,
		): Promise<{ id: string; secret: string }> => {
			const made = unwrap(await (await supabase).rpc('create_webhook', { space_id: spaceId, ...wanted }))
			return { id: String(made.id), secret: String(made.secret) }
		},
		onSuccess: () => refetchQueries(queries, queryKeys.webhooks(spaceId)),
	})
}

/** Changes the address, the events, or whether a webhook is called. */
export function useChangeWebhook({ id, space_id: spaceId }: WebhookRow) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (change: Partial<Pick<WebhookRow, 'url' | 'events' | 'is_active'>>) => {
			const webhooks = (await supabase).from('webhooks')
			throwIfError(await webhooks.update(change).eq('id', id).eq('space_id', spaceId))
		},
		onSettled: () => refetchQueries(queries, queryKeys.webhooks(spaceId)),
	})
}

/** Gives a webhook a new secret; both count for 24 hours. */
export function useChangeSecret({ id, space_id: spaceId }: WebhookRow) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async () => String(unwrap(await (await supabase).rpc('rotate_webhook_secret', { id })).secret),
		onSuccess: () => refetchQueries(queries, queryKeys.webhooks(spaceId)),
	})
}

/** The procedures that end the 24 hours of two secrets: with the new one, or with the former one. */
export type SecretEnd = 'end_former_webhook_secret' | 'restore_webhook_secret'

/** Leaves a webhook one of its two secrets. */
export function useEndSecret({ id, space_id: spaceId }: WebhookRow) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (end: SecretEnd) => throwIfError(await (await supabase).rpc(end, { id })),
		onSettled: () => refetchQueries(queries, queryKeys.webhooks(spaceId)),
	})
}

/**
 * Deletes a webhook with its log.
 * @param onDeleted leaves its screen. Callbacks of `mutate` would not run: the list, which follows changes, may have removed the screen already
 */
export function useDeleteWebhook(spaceId: string, onDeleted = () => {}) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (id: string) => {
			throwIfError(await (await supabase).rpc('delete_webhook', { id }))
			onDeleted()
		},
		onSettled: () => refetchQueries(queries, queryKeys.webhooks(spaceId)),
	})
}

/** Calls the address of a webhook with a sample, and waits for its answer. */
export function useTestWebhook(spaceId: string) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (id: string) => callFunction<TestAnswer>('webhook-test', { id }),
		onSettled: () => refetchQueries(queries, queryKeys.webhooks(spaceId)),
	})
}

/** One delivery, or those of a span of time. */
export type Replay = { delivery: string } | { id: string; from: string; to: string; undelivered?: boolean }

/** Sends deliveries again. */
export function useReplay({ space_id: spaceId }: WebhookRow) {
	const queries = useQueryClient()
	return useMutation({
		mutationFn: async (replay: Replay) => callFunction<unknown>('webhook-replay', replay),
		onSettled: () => refetchQueries(queries, queryKeys.webhooks(spaceId)),
	})
}

/** The answer of a function of ours. @throws Error with a sentence for a person */
export async function callFunction<Answer>(name: string, body: Record<string, unknown>): Promise<Answer> {
	const { data, error } = await (await supabase).functions.invoke<Answer>(name, { body })
	if (error || data === null) throw await toFieldProblem(error ?? {}, 'id')
	return data
}
