import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WebhookDeliveryRow, WebhookRow } from '#shared/rows.ts'
import type { ReplayCounts, WebhookBodyResult } from '#shared/webhooks.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { callFunction } from './use-webhooks.ts'

const pageSize = 12
/**
 * Deliveries do not come by realtime, since an import makes thousands of them at once. They are read in short intervals while something
 * happens, and not at all while the page is hidden.
 */
const refreshMilliseconds = { lively: 5000, quiet: 30_000 }
/** A page is lively for this long after an event. */
const livelyMilliseconds = 120_000

/** Time until the log is read again, by its newest rows. A paused webhook sends nothing. */
function intervalOf(isActive: boolean, isWaiting: boolean, newest: string | undefined): number {
	const isRecent = newest !== undefined && Date.now() - Date.parse(newest) < livelyMilliseconds
	return isRecent || (isActive && isWaiting) ? refreshMilliseconds.lively : refreshMilliseconds.quiet
}

export type DeliveryState = WebhookDeliveryRow['state']
/** The testimonial of a delivery, as far as the log tells about it. */
export type LoggedTestimonial = { id: string; author_name: string; withdrawn_at: string | null }
export type LoggedDelivery = WebhookDeliveryRow & { testimonial: LoggedTestimonial | undefined }

/** The log of a webhook, newest first; of one state where it is named. */
export function useLog({ id, space_id: spaceId, is_active: isActive }: WebhookRow, state: DeliveryState | undefined) {
	return useInfiniteQuery({
		queryKey: queryKeys.webhookLog(spaceId, id, state ?? null),
		queryFn: async ({ pageParam, signal }): Promise<LoggedDelivery[]> => {
			const client = await supabase
			let rows = client.from('webhook_deliveries').select('*').eq('space_id', spaceId).eq('webhook_id', id)
			if (state) rows = rows.eq('state', state)
			if (pageParam !== null) rows = rows.lt('seq', pageParam)
			const page = unwrap(await rows.order('seq', { ascending: false }).limit(pageSize).abortSignal(signal))
			const known = await readTestimonials(client, spaceId, page)
			return page.map((row) => ({ ...row, testimonial: known.find((one) => one.id === row.testimonial_id) }))
		},
		initialPageParam: null as number | null,
		refetchInterval: ({ state: { data } }) => {
			const rows = data?.pages.flat() ?? []
			return intervalOf(
				isActive,
				rows.some((row) => row.state === 'waiting'),
				rows[0]?.created_at,
			)
		},
		getNextPageParam: (last) => (last.length === pageSize ? last.at(-1)?.seq : undefined),
	})
}

/** The testimonials that exist of those in a page of the log. */
async function readTestimonials(client: Client, spaceId: string, page: readonly WebhookDeliveryRow[]) {
	const ids = [...new Set(page.flatMap(({ testimonial_id: id }) => id ?? []))]
	if (ids.length === 0) return []
	const testimonials = client.from('testimonials').select('id, author_name, withdrawn_at')
	return unwrap(await testimonials.eq('space_id', spaceId).in('id', ids))
}

/** Deliveries of a webhook by state, and the one that failed last or is tried again. */
export type DeliverySummary = {
	all: number
	waiting: number
	delivered: number
	trouble: WebhookDeliveryRow | null
	/** When the newest one was made. */
	newest: string | undefined
	/** Sent when the webhook is resumed: those that wait, and those that failed when it was paused. */
	resumed: number
}

/** The numbers of a webhook's log. */
export function useDeliverySummary({ id, space_id: spaceId, is_active: isActive }: WebhookRow) {
	return useQuery({
		queryKey: [...queryKeys.webhookDeliveries(spaceId, id), 'summary', isActive],
		refetchInterval: ({ state: { data } }) => intervalOf(isActive, (data?.waiting ?? 0) > 0, data?.newest),
		queryFn: async (): Promise<DeliverySummary> => {
			const client = await supabase
			const rows = () => client.from('webhook_deliveries').select('*').eq('space_id', spaceId).eq('webhook_id', id)
			const newestRow = client
				.from('webhook_deliveries')
				.select('created_at', { count: 'exact' })
				.eq('space_id', spaceId)
				.eq('webhook_id', id)
				.order('created_at', { ascending: false })
				.limit(1)
			const count = async (state: DeliveryState, since?: string | null) => {
				let counted = client.from('webhook_deliveries').select('id', { count: 'exact', head: true })
				counted = counted.eq('space_id', spaceId).eq('webhook_id', id).eq('state', state)
				if (since) counted = counted.gte('done_at', since)
				return (await counted.throwOnError()).count ?? 0
			}
			const trouble = isActive
				? rows().eq('state', 'waiting').gt('attempt', 0).order('seq')
				: rows().eq('state', 'failed').neq('event', 'test').order('done_at', { ascending: false })
			const [newest, waiting, delivered, failing] = await Promise.all([
				newestRow.throwOnError(),
				count('waiting'),
				count('delivered'),
				trouble.limit(1).maybeSingle().throwOnError(),
			])
			const last = failing.data
			const failed = last?.state === 'failed' ? await count('failed', last.done_at) : 0
			return {
				all: newest.count ?? 0,
				waiting,
				delivered,
				trouble: last,
				newest: newest.data[0]?.created_at,
				resumed: waiting + failed,
			}
		},
	})
}

/** The body of a delivery as it would be sent now; null when there is nothing left to tell. */
export function useToldBody({ id, space_id: spaceId }: WebhookRow, delivery: string) {
	return useQuery({
		queryKey: [...queryKeys.webhookDeliveries(spaceId, id), 'body', delivery],
		staleTime: 0,
		queryFn: async () => callFunction<WebhookBodyResult>('webhook-body', { delivery }),
	})
}

/** The numbers that sending a span again would send; none while there is no span. */
export function useReplayCounts({ id, space_id: spaceId }: WebhookRow, span: { from: string; to: string } | null) {
	return useQuery({
		queryKey: [...queryKeys.webhookDeliveries(spaceId, id), 'replay', span],
		enabled: span !== null,
		staleTime: 0,
		queryFn: async (): Promise<ReplayCounts> => {
			const named = { id, since: span?.from ?? '', until: span?.to ?? '' }
			return unwrap(await (await supabase).rpc('count_webhook_replay', named)) as ReplayCounts
		},
	})
}
