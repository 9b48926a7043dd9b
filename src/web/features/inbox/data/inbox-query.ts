import { dayStart, emptyFilter, type InboxFilter, type View } from '#web/features/inbox/filters/inbox-filter.ts'
import type { Client } from '#web/lib/client/supabase.ts'
import { type Cursor, type InboxItem, itemColumns } from './inbox-item.ts'
import type { InboxPage } from './inbox-pages.ts'

const pageSize = 50

/**
 * A quoted ilike operand for `or=(…)` that matches the text literally. SQL wildcards and the wire's `*` are escaped,
 * or a search for "100%" would match everything.
 */
export const quoteLikePattern = (text: string): string => {
	const literal = text
		.trim()
		.replace(/[\\%_]/g, '\\$&')
		.replaceAll('*', '_')
	return `"*${literal.replace(/[\\"]/g, '\\$&')}*"`
}

const searchedColumns = ['body', 'author_name', 'author_title', 'author_company'] as const

/** One condition of the wire's `or=(…)` for each active filter. */
export const orConditions = (f: InboxFilter): string[] => {
	const conditions: string[] = []
	const numbers = f.ratings.filter((one) => one !== 'none')
	if (f.ratings.includes('none'))
		conditions.push(['rating.is.null', ...(numbers.length > 0 ? [`rating.in.(${numbers})`] : [])].join(','))
	if (f.langs.length > 0)
		conditions.push(f.langs.flatMap((one) => [`locale.eq.${one}`, `locale.like.${one}-*`]).join(','))
	if (f.q.trim() !== '')
		conditions.push(searchedColumns.map((column) => `${column}.ilike.${quoteLikePattern(f.q)}`).join(','))
	return conditions
}

const select = (client: Client, spaceId: string, columns: string) =>
	client.from('testimonials').select(columns).eq('space_id', spaceId)

type Builder = ReturnType<typeof select>

const applyView = (query: Builder, view: View): Builder => {
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
	if (f.from !== null) query = query.gte('submitted_at', dayStart(f.from))
	if (f.to !== null) query = query.lt('submitted_at', dayStart(f.to, 1))
	return orConditions(f).reduce((built, condition) => built.or(condition), query)
}

/** The rows after a cursor, in the order of `orderOf`. */
const afterCursor = (query: Builder, view: View, { submitted_at: at, id, version }: Cursor): Builder => {
	const older = (same: string) => `and(${same}submitted_at.lt."${at}"),and(${same}submitted_at.eq."${at}",id.lt.${id})`
	return query.or(view === 'pending' ? `version.lt.${version},${older(`version.eq.${version},`)}` : older(''))
}

/** One page of a filtered list in its order, after a cursor. Throws the wire's error. */
export const loadPage = async (
	client: Client,
	spaceId: string,
	f: InboxFilter,
	after: Cursor | null,
	signal: AbortSignal,
): Promise<InboxPage> => {
	const query = buildQuery(client, spaceId, f)
	const paged = after === null ? query : afterCursor(query, f.view, after)
	const sorted = f.view === 'pending' ? paged.order('version', { ascending: false }) : paged
	const { data } = await sorted
		.order('submitted_at', { ascending: false })
		.order('id', { ascending: false })
		.limit(pageSize + 1)
		.abortSignal(signal)
		.overrideTypes<InboxItem[], { merge: false }>()
		.throwOnError()
	return { items: data.slice(0, pageSize), more: data.length > pageSize }
}

/** Testimonials by id, as the list holds them; invisible ones are missing. */
export const loadItems = async (client: Client, spaceId: string, ids: readonly string[]): Promise<InboxItem[]> => {
	const { data } = await select(client, spaceId, itemColumns)
		.in('id', ids)
		.overrideTypes<InboxItem[], { merge: false }>()
		.throwOnError()
	return data
}

const foundColumns = `id,kind,body,rating,author_name,author_title,author_company,locale,
	status,spam_state,is_pinned,withdrawn_at,submitted_at` as const

/** A testimonial as the search over all views names it. */
export type FoundItem = Pick<
	InboxItem,
	| 'id'
	| 'kind'
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

/** The newest testimonials of all views with a search text in their words, name, title or company, and the number of all. */
export const searchTestimonials = async (
	client: Client,
	spaceId: string,
	search: string,
	signal: AbortSignal,
): Promise<{ found: FoundItem[]; total: number }> => {
	const query = client.from('testimonials').select(foundColumns, { count: 'exact' }).eq('space_id', spaceId)
	const { data, count } = await orConditions({ ...emptyFilter, q: search })
		.reduce((built, condition) => built.or(condition), query)
		.order('submitted_at', { ascending: false })
		.order('id', { ascending: false })
		.limit(6)
		.abortSignal(signal)
		.overrideTypes<FoundItem[], { merge: false }>()
		.throwOnError()
	return { found: data, total: count ?? data.length }
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
	}
}
