import type { TestimonialStatus } from '#shared/rows.ts'
import {
	dayStart,
	hasEditsFirst,
	type InboxFilter,
	sortOf,
	type View,
} from '#web/features/inbox/filters/inbox-filter.ts'
import { isPending, isSuspect, loadTestimonialCounts, sumCounts } from '#web/lib/spaces/testimonial-counts.ts'
import { type InboxItem, itemColumns } from './inbox-item.ts'
import type { InboxPage } from './inbox-pages.ts'
import { loadFoundPage, pageSize } from './inbox-search.ts'
import type { Cursor, Place } from './item-order.ts'
import type { Client } from './load-items.ts'

/** One condition of the wire's `or=(…)` for each active filter. */
export const orConditions = (f: InboxFilter): string[] => {
	const conditions: string[] = []
	const numbers = f.ratings.filter((one) => one !== 'none')
	if (f.ratings.includes('none'))
		conditions.push(['rating.is.null', ...(numbers.length > 0 ? [`rating.in.(${numbers})`] : [])].join(','))
	if (f.langs.length > 0)
		conditions.push(f.langs.flatMap((one) => [`locale.eq.${one}`, `locale.like.${one}-*`]).join(','))
	// Without a live consent a testimonial is private.
	if (f.consent.length > 0)
		conditions.push(`live_scope.in.(${f.consent})${f.consent.includes('private') ? ',live_scope.is.null' : ''}`)
	return conditions
}

/** A regular expression that matches a whole name. The pattern of `ilike` has no escape for an asterisk. */
export const wholeName = (name: string): string => `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`

const select = (client: Client, spaceId: string, columns: string) =>
	client.from('testimonials').select(columns).eq('space_id', spaceId)

type Builder = ReturnType<typeof select>

const applyView = (query: Builder, view: View): Builder => {
	if (view === 'all') return query
	if (view === 'starred') return query.eq('is_pinned', true)
	if (view === 'archived') return query.or('status.eq.archived,withdrawn_at.not.is.null')
	const notWithdrawn = query.is('withdrawn_at', null)
	if (view === 'pending') return notWithdrawn.eq('status', 'pending').eq('spam_state', 'clean')
	if (view === 'suspect') return notWithdrawn.eq('status', 'pending').neq('spam_state', 'clean')
	return notWithdrawn.eq('status', view)
}

/** The server side of `matches`. */
const buildQuery = (client: Client, spaceId: string, f: InboxFilter): Builder => {
	const tagged = f.tag === null ? '' : ',tagged:testimonial_tags!inner(tag_id)'
	const proven = f.basis.length === 0 ? '' : ',proven:verifications!inner(basis)'
	let query = applyView(select(client, spaceId, itemColumns + tagged + proven), f.view)
	if (f.forms.length > 0) query = query.in('form_id', f.forms)
	if (f.kinds.length > 0) query = query.in('kind', f.kinds)
	if (f.source !== null) query = query.eq('source', f.source)
	if (f.ratings.length > 0 && !f.ratings.includes('none')) query = query.in('rating', f.ratings.map(Number))
	if (f.tag !== null) query = query.filter('tagged.tag_id', 'eq', f.tag)
	if (f.basis.length > 0) query = query.in('proven.basis', f.basis)
	if (f.replied !== null) query = f.replied ? query.not('replied', 'is', null) : query.is('replied', null)
	if (f.company !== null) query = query.filter('author_company', 'imatch', wholeName(f.company))
	if (f.assigned !== null) query = query.eq('assigned_to', f.assigned)
	if (f.from !== null) query = query.gte('submitted_at', dayStart(f.from))
	if (f.to !== null) query = query.lt('submitted_at', dayStart(f.to, 1))
	return orConditions(f).reduce((built, condition) => built.or(condition), query)
}

/** The rows after a cursor in the order of `orderOf`, or those before it. */
const besideCursor = (query: Builder, f: InboxFilter, cursor: Cursor, before: boolean): Builder => {
	const { submitted_at: at, id, version, rating } = cursor
	const sort = sortOf(f)
	const later = (sort === 'oldest') === before ? 'lt' : 'gt'
	const same = (equal: string) =>
		`and(${equal}submitted_at.${later}."${at}"),and(${equal}submitted_at.eq."${at}",id.${later}.${id})`
	if (hasEditsFirst(f)) return query.or(`version.${before ? 'gt' : 'lt'}.${version},${same(`version.eq.${version},`)}`)
	if (sort === 'newest' || sort === 'oldest') return query.or(same(''))
	// Rows without stars stand after all others.
	if (rating === null)
		return before ? query.or(`rating.not.is.null,${same('rating.is.null,')}`) : query.is('rating', null).or(same(''))
	const further = (sort === 'highest') === before ? 'gt' : 'lt'
	return query.or(`rating.${further}.${rating},${before ? '' : 'rating.is.null,'}${same(`rating.eq.${rating},`)}`)
}

/** Sorted in the order of `orderOf`, or in the opposite one. */
const inOrder = (query: Builder, f: InboxFilter, backwards: boolean): Builder => {
	const sort = sortOf(f)
	const rated = sort === 'highest' || sort === 'lowest'
	const first = hasEditsFirst(f) ? query.order('version', { ascending: backwards }) : query
	const second = rated
		? first.order('rating', { ascending: (sort === 'lowest') !== backwards, nullsFirst: backwards })
		: first
	const ascending = (sort === 'oldest') !== backwards
	return second.order('submitted_at', { ascending }).order('id', { ascending })
}

/** One page of a filtered list in its order, at a place. Throws the wire's error. */
export const loadPage = async (
	client: Client,
	spaceId: string,
	f: InboxFilter,
	place: Place,
	signal: AbortSignal,
): Promise<InboxPage> => {
	const cursor = place === null || 'end' in place ? null : place
	if (f.q.trim() !== '') return loadFoundPage(client, spaceId, f, cursor, signal)
	const backwards = place !== null && ('end' in place || place.before === true)
	const query = buildQuery(client, spaceId, f)
	const { data } = await inOrder(cursor ? besideCursor(query, f, cursor, backwards) : query, f, backwards)
		.limit(pageSize + 1)
		.abortSignal(signal)
		.overrideTypes<InboxItem[], { merge: false }>()
		.throwOnError()
	const items = data.slice(0, pageSize)
	const goesOn = data.length > pageSize
	if (!backwards) return { items, more: goesOn, earlier: cursor !== null, at: place?.at ?? (cursor ? undefined : 0) }
	const at = place.at === undefined ? undefined : Math.max(place.at - items.length, 0)
	return { items: items.reverse(), more: cursor !== null, earlier: goesOn, at: goesOn ? at : 0 }
}

export type Counts = Record<View, number>

/** Number of testimonials per view. */
export const loadCounts = async (client: Client, spaceId: string): Promise<Counts> => {
	const groups = await loadTestimonialCounts(client, spaceId)
	const decided = (status: TestimonialStatus) =>
		sumCounts(groups, (group) => group.status === status && !group.is_withdrawn)
	return {
		pending: sumCounts(groups, isPending),
		suspect: sumCounts(groups, isSuspect),
		approved: decided('approved'),
		rejected: decided('rejected'),
		archived: sumCounts(groups, ({ status, is_withdrawn }) => status === 'archived' || is_withdrawn),
		starred: sumCounts(groups, ({ is_pinned }) => is_pinned),
		all: sumCounts(groups),
	}
}
