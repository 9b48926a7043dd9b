import {
	dayStart,
	hasEditsFirst,
	type InboxFilter,
	sortOf,
	type View,
} from '#web/features/inbox/filters/inbox-filter.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { type InboxItem, itemColumns } from './inbox-item.ts'
import type { InboxPage } from './inbox-pages.ts'
import { loadFoundPage, pageSize } from './inbox-search.ts'
import type { Cursor } from './item-order.ts'

/** One condition of the wire's `or=(…)` for each active filter. */
export const orConditions = (f: InboxFilter): string[] => {
	const conditions: string[] = []
	const numbers = f.ratings.filter((one) => one !== 'none')
	if (f.ratings.includes('none'))
		conditions.push(['rating.is.null', ...(numbers.length > 0 ? [`rating.in.(${numbers})`] : [])].join(','))
	if (f.langs.length > 0)
		conditions.push(f.langs.flatMap((one) => [`locale.eq.${one}`, `locale.like.${one}-*`]).join(','))
	return conditions
}

const select = (client: Client, spaceId: string, columns: string) =>
	client.from('testimonials').select(columns).eq('space_id', spaceId)

type Builder = ReturnType<typeof select>

const applyView = (query: Builder, view: View): Builder => {
	if (view === 'all') return query
	if (view === 'starred') return query.is('is_pinned', true)
	if (view === 'archived') return query.or('status.eq.archived,withdrawn_at.not.is.null')
	const notWithdrawn = query.is('withdrawn_at', null)
	if (view === 'pending') return notWithdrawn.eq('status', 'pending').eq('spam_state', 'clean')
	if (view === 'suspect') return notWithdrawn.eq('status', 'pending').neq('spam_state', 'clean')
	return notWithdrawn.eq('status', view)
}

/** The server side of `matches`. */
const buildQuery = (client: Client, spaceId: string, f: InboxFilter): Builder => {
	const tagged = f.tag === null ? '' : ',tagged:testimonial_tags!inner(tag_id)'
	let query = applyView(select(client, spaceId, itemColumns + tagged), f.view)
	if (f.forms.length > 0) query = query.in('form_id', f.forms)
	if (f.kinds.length > 0) query = query.in('kind', f.kinds)
	if (f.ratings.length > 0 && !f.ratings.includes('none')) query = query.in('rating', f.ratings.map(Number))
	if (f.tag !== null) query = query.filter('tagged.tag_id', 'eq', f.tag)
	if (f.assigned !== null) query = query.eq('assigned_to', f.assigned)
	if (f.from !== null) query = query.gte('submitted_at', dayStart(f.from))
	if (f.to !== null) query = query.lt('submitted_at', dayStart(f.to, 1))
	return orConditions(f).reduce((built, condition) => built.or(condition), query)
}

/** The rows after a cursor, in the order of `orderOf`. */
const afterCursor = (query: Builder, f: InboxFilter, cursor: Cursor): Builder => {
	const { submitted_at: at, id, version, rating } = cursor
	const next = (same: string, than: 'lt' | 'gt' = 'lt') =>
		`and(${same}submitted_at.${than}."${at}"),and(${same}submitted_at.eq."${at}",id.${than}.${id})`
	const sort = sortOf(f)
	if (hasEditsFirst(f)) return query.or(`version.lt.${version},${next(`version.eq.${version},`)}`)
	if (sort === 'newest') return query.or(next(''))
	if (sort === 'oldest') return query.or(next('', 'gt'))
	if (rating === null) return query.is('rating', null).or(next(''))
	const further = sort === 'highest' ? 'lt' : 'gt'
	return query.or(`rating.${further}.${rating},rating.is.null,${next(`rating.eq.${rating},`)}`)
}

const inOrder = (query: Builder, f: InboxFilter): Builder => {
	const sort = sortOf(f)
	const rated = sort === 'highest' || sort === 'lowest'
	const first = hasEditsFirst(f) ? query.order('version', { ascending: false }) : query
	const second = rated ? first.order('rating', { ascending: sort === 'lowest', nullsFirst: false }) : first
	return second.order('submitted_at', { ascending: sort === 'oldest' }).order('id', { ascending: sort === 'oldest' })
}

/** One page of a filtered list in its order, after a cursor. Throws the wire's error. */
export const loadPage = async (
	client: Client,
	spaceId: string,
	f: InboxFilter,
	after: Cursor | null,
	signal: AbortSignal,
): Promise<InboxPage> => {
	if (f.q.trim() !== '') return loadFoundPage(client, spaceId, f, after, signal)
	const query = buildQuery(client, spaceId, f)
	const { data } = await inOrder(after === null ? query : afterCursor(query, f, after), f)
		.limit(pageSize + 1)
		.abortSignal(signal)
		.overrideTypes<InboxItem[], { merge: false }>()
		.throwOnError()
	return { items: data.slice(0, pageSize), more: data.length > pageSize }
}

export type Counts = Record<View, number>

type Group = { status: string; spam_state: string; is_pinned: boolean; count: number }

const sumCounts = (groups: readonly Group[], fits: (group: Group) => boolean): number =>
	groups.filter(fits).reduce((sum, group) => sum + group.count, 0)

/** Number of testimonials per view, grouped by the database. */
export const loadCounts = async (client: Client, spaceId: string): Promise<Counts> => {
	const grouped = (withdrawn: boolean) => {
		const query = select(client, spaceId, 'status,spam_state,is_pinned,count()')
		return (withdrawn ? query.not('withdrawn_at', 'is', null) : query.is('withdrawn_at', null))
			.overrideTypes<Group[], { merge: false }>()
			.throwOnError()
	}
	const [{ data: active }, { data: withdrawn }] = await Promise.all([grouped(false), grouped(true)])
	const pending = (group: Group) => group.status === 'pending'
	const clean = (group: Group) => group.spam_state === 'clean'
	return {
		pending: sumCounts(active, (group) => pending(group) && clean(group)),
		suspect: sumCounts(active, (group) => pending(group) && !clean(group)),
		approved: sumCounts(active, (group) => group.status === 'approved'),
		rejected: sumCounts(active, (group) => group.status === 'rejected'),
		archived: sumCounts(active, (group) => group.status === 'archived') + sumCounts(withdrawn, () => true),
		starred: sumCounts([...active, ...withdrawn], (group) => group.is_pinned),
		all: sumCounts([...active, ...withdrawn], () => true),
	}
}
