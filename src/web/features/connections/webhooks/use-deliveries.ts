import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { WebhookDeliveryRow, WebhookRow } from '#shared/rows.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { type Client, supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'

const pageSize = 12
/** Deliveries do not come by realtime, since an import makes thousands of them at once. */
const refreshMilliseconds = 5000

export type DeliveryState = WebhookDeliveryRow['state']
/** The testimonial of a delivery, as far as the log tells about it. */
export type LoggedTestimonial = { id: string; author_name: string; withdrawn_at: string | null }
export type LoggedDelivery = WebhookDeliveryRow & { testimonial: LoggedTestimonial | undefined }

/** The log of a webhook, newest first; of one state where it is named. */
export function useLog({ id, space_id: spaceId }: WebhookRow, state: DeliveryState | undefined) {
	return useInfiniteQuery({
		queryKey: queryKeys.webhookLog(spaceId, id, state ?? null),
		refetchInterval: refreshMilliseconds,
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
	/** Sent when the webhook is resumed: those that wait, and those that failed when it was paused. */
	resumed: number
}

/** The numbers of a webhook's log. */
export function useDeliverySummary({ id, space_id: spaceId, is_active: isActive }: WebhookRow) {
	return useQuery({
		queryKey: [...queryKeys.webhookDeliveries(spaceId, id), 'summary', isActive],
		refetchInterval: refreshMilliseconds,
		queryFn: async (): Promise<DeliverySummary> => {
			const client = await supabase
			const rows = () => client.from('webhook_deliveries').select('*').eq('space_id', spaceId).eq('webhook_id', id)
			const count = async (state?: DeliveryState, since?: string | null) => {
				let counted = client.from('webhook_deliveries').select('id', { count: 'exact', head: true })
				counted = counted.eq('space_id', spaceId).eq('webhook_id', id)
				if (state) counted = counted.eq('state', state)
				if (since) counted = counted.gte('done_at', since)
				return (await counted.throwOnError()).count ?? 0
			}
			const trouble = isActive
				? rows().eq('state', 'waiting').gt('attempt', 0).order('seq')
				: rows().eq('state', 'failed').neq('event', 'test').order('done_at', { ascending: false })
			const [all, waiting, delivered, failing] = await Promise.all([
				count(),
				count('waiting'),
				count('delivered'),
				trouble.limit(1).maybeSingle().throwOnError(),
			])
			const last = failing.data
			const failed = last?.state === 'failed' ? await count('failed', last.done_at) : 0
			return { all, waiting, delivered, trouble: last, resumed: waiting + failed }
		},
	})
}
