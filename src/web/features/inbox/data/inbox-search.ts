import { dayStart, type InboxFilter, sortOf } from '#web/features/inbox/filters/inbox-filter.ts'
import type { InboxItem } from './inbox-item.ts'
import type { InboxPage } from './inbox-pages.ts'
import type { Cursor } from './item-order.ts'
import { type Client, loadItems } from './load-items.ts'

/** Rows of a page of the list. */
export const pageSize = 50

/** One page of a search in the filtered list. The database finds and orders them; their rows are read by id. */
export const loadFoundPage = async (
	client: Client,
	spaceId: string,
	f: InboxFilter,
	after: (Cursor & { at?: number | undefined }) | null,
	signal: AbortSignal,
): Promise<InboxPage> => {
	const { q, sort, from, to, ...filter } = f
	const { data: found } = await client
		.rpc('search_testimonials', {
			space_id: spaceId,
			query: q,
			sort: sortOf({ q, sort }),
			filter: { ...filter, from: from && dayStart(from), to: to && dayStart(to, 1) },
			after: after && { id: after.id, at: after.submitted_at, rating: after.rating, rank: after.rank ?? 0 },
			most: pageSize + 1,
		})
		.abortSignal(signal)
		.throwOnError()
	const shown = found.slice(0, pageSize)
	const items = new Map(
		(
			await loadItems(
				client,
				spaceId,
				shown.map(({ id }) => id),
			)
		).map((item) => [item.id, item]),
	)
	return {
		items: shown.flatMap(({ id, rank }) => {
			const item = items.get(id)
			return item ? [{ ...item, rank }] : []
		}),
		at: after?.at ?? (after ? undefined : 0),
		more: found.length > pageSize,
	}
}

const foundColumns = `id,kind,title,body,rating,author_name,author_title,author_company,locale,
	status,spam_state,is_pinned,withdrawn_at,submitted_at` as const

/** A testimonial as the search over all views names it. */
export type FoundItem = Pick<
	InboxItem,
	| 'id'
	| 'kind'
	| 'title'
	| 'body'
	| 'rating'
	| 'author_name'
	| 'author_title'
	| 'author_company'
	| 'locale'
	| 'status'
	| 'spam_state'
	| 'is_pinned'
	| 'withdrawn_at'
	| 'submitted_at'
>

/** The search counts up to this. */
export const mostCounted = 100

/**
 * The best matches of all views, the number of all of them, which is at most one more than `mostCounted`, and that of the testimonials
 * that the search does not know yet.
 */
export const searchTestimonials = async (
	client: Client,
	spaceId: string,
	search: string,
	signal: AbortSignal,
): Promise<{ found: FoundItem[]; total: number; unsearched: number }> => {
	const [{ data: ranked }, { data: unknown }] = await Promise.all([
		client
			.rpc('search_testimonials', { space_id: spaceId, query: search, most: mostCounted + 1 })
			.abortSignal(signal)
			.throwOnError(),
		client.rpc('unsearched_testimonials', { space_id: spaceId }).abortSignal(signal),
	])
	// Without that number, what was found is shown all the same.
	const unsearched = unknown ?? 0
	if (ranked.length === 0) return { found: [], total: 0, unsearched }
	const best = ranked.slice(0, 6).map(({ id }) => id)
	const { data } = await client
		.from('testimonials')
		.select(foundColumns)
		.eq('space_id', spaceId)
		.in('id', best)
		.abortSignal(signal)
		.overrideTypes<FoundItem[], { merge: false }>()
		.throwOnError()
	return { found: data.sort((a, b) => best.indexOf(a.id) - best.indexOf(b.id)), total: ranked.length, unsearched }
}
