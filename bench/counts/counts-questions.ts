import type { TestSpace } from '#test/support/product/make-space.ts'

const day = (before: number) => new Date(Date.now() - before * 86_400_000).toISOString().slice(0, 10)
const anything = { kinds: [], forms: [], tags: [], ids: [], min_date: null, limit: null }

/** A space whose rows are measured, with a tag of every third testimonial and one of its testimonials. */
export type MeasuredSpace = TestSpace & { tagId: string; testimonialId: string }

type Ask = (space: MeasuredSpace) => PromiseLike<unknown>

const rpc =
	(name: string, args: (space: MeasuredSpace) => object = () => ({})): Ask =>
	(space) =>
		space.client.rpc(name, { space_id: space.spaceId, ...args(space) }).throwOnError()

const rows = (space: MeasuredSpace, table: string, columns: string, count?: 'exact') =>
	space.client
		.from(table)
		.select(columns, count && { count })
		.eq('space_id', space.spaceId)

const itemColumns = `id,kind,title,body,rating,author_name,author_company,locale,status,spam_state,is_pinned,submitted_at,version,also_sent,
	verifications(basis,evidence,verified_at,provider),consents(scope,given_at,revoked_at),testimonial_tags(tag_id),
	replied:replies(testimonial_id),media(id,kind,path,mime,width,height,state)`

const list = (space: MeasuredSpace) => rows(space, 'testimonials', itemColumns)
type List = ReturnType<typeof list>

/** The first page of a list of the inbox. */
const page =
	(narrow: (query: List, space: MeasuredSpace) => List, ascending = false): Ask =>
	(space) =>
		narrow(list(space), space).order('submitted_at', { ascending }).order('id', { ascending }).limit(51).throwOnError()

const selection = (of: (space: MeasuredSpace) => object): Ask =>
	rpc('selection_counts', (space) => ({ selection: { ...anything, ...of(space) } }))

const preview = (of: (space: MeasuredSpace) => object): Ask =>
	rpc('selection_items', (space) => ({ selection: { ...anything, ...of(space) } }))

/**
 * Every question of a screen whose rows grow with testimonials and invitations, as the screen asks it. Those of forms, walls, tags and members alone
 * are left out, and searches by words, which bench/search/search.ts measures.
 */
export const questions: Record<string, Ask> = {
	'inbox: numbers of views and kinds, spam before it is deleted': rpc('testimonial_counts'),
	'inbox: numbers of tags': rpc('tag_counts'),
	'inbox: not in the search yet': rpc('unsearched_testimonials'),
	'inbox: all': page((query) => query),
	'inbox: the end of all': page((query) => query, true),
	'inbox: pending, edits first': (space) =>
		list(space)
			.match({ status: 'pending', spam_state: 'clean' })
			.is('withdrawn_at', null)
			.order('version', { ascending: false })
			.order('submitted_at', { ascending: false })
			.order('id', { ascending: false })
			.limit(51)
			.throwOnError(),
	'inbox: approved': page((query) => query.eq('status', 'approved').is('withdrawn_at', null)),
	'inbox: spam': page((query) => query.eq('status', 'pending').neq('spam_state', 'clean').is('withdrawn_at', null)),
	'inbox: starred': page((query) => query.eq('is_pinned', true)),
	'inbox: archived': page((query) => query.or('status.eq.archived,withdrawn_at.not.is.null')),
	'inbox: most stars': (space) =>
		list(space)
			.order('rating', { ascending: false, nullsFirst: false })
			.order('submitted_at', { ascending: false })
			.order('id', { ascending: false })
			.limit(51)
			.throwOnError(),
	'inbox: a form': page((query, { formId }) => query.in('form_id', [formId])),
	'inbox: a kind': page((query) => query.in('kind', ['video'])),
	'inbox: a tag': (space) =>
		rows(space, 'testimonials', `${itemColumns},tagged:testimonial_tags!inner(tag_id)`)
			.filter('tagged.tag_id', 'eq', space.tagId)
			.order('submitted_at', { ascending: false })
			.order('id', { ascending: false })
			.limit(51)
			.throwOnError(),
	'inbox: three days': page((query) => query.gte('submitted_at', day(3)).lt('submitted_at', day(-1))),
	'inbox: companies to choose': (space) =>
		rows(space, 'testimonials', 'author_company')
			.order('submitted_at', { ascending: false })
			.limit(1000)
			.throwOnError(),
	'inbox: an opened testimonial': (space) =>
		space.client
			.from('testimonials')
			.select(
				`id,consents(scope,wording,locale,given_at,revoked_at),answers:testimonial_answers(question_id,kind,label,value,is_public,position),
				events:testimonial_events(seq,kind,actor,at,detail),contact:testimonial_contacts(email),reply:replies(body,created_at),
				earlier:testimonial_versions(version,title,body),proposals(id,version,body,state),notes:testimonial_notes(id,author,body,created_at)`,
			)
			.eq('id', space.testimonialId)
			.single()
			.throwOnError(),
	'overview: oldest pending': (space) =>
		rows(space, 'testimonials', 'submitted_at')
			.match({ status: 'pending', spam_state: 'clean' })
			.is('withdrawn_at', null)
			.order('submitted_at')
			.limit(1)
			.throwOnError(),
	'overview: last arrivals': (space) =>
		rows(
			space,
			'testimonials',
			'id,title,body,kind,rating,locale,author_name,submitted_at,status,spam_state,source,live_scope',
		)
			.neq('spam_state', 'spam')
			.is('withdrawn_at', null)
			.order('submitted_at', { ascending: false })
			.order('id', { ascending: false })
			.limit(2)
			.throwOnError(),
	'overview: proposals that wait': (space) =>
		rows(space, 'proposals', 'testimonial_id', 'exact')
			.eq('state', 'waiting')
			.order('created_at')
			.limit(1)
			.throwOnError(),
	'overview: 56 days': rpc('space_numbers', () => ({ from: day(55), to: day(0) })),
	'forms: a year': rpc('space_numbers', () => ({ from: day(364), to: day(0) })),
	'forms: testimonials and the last one': rpc('form_counts'),
	'form: people who agreed': rpc('consent_count', ({ wording }) => ({ wording })),
	'studio: number of all': selection(() => ({})),
	'studio: number of a kind of a form': selection(({ formId }) => ({ kinds: ['text'], forms: [formId] })),
	'studio: number since a day': selection(() => ({ min_date: day(90) })),
	'studio: number with a tag': selection(({ tagId }) => ({ tags: [tagId] })),
	'studio: number with a tag of a kind since a day': selection(({ tagId }) => ({
		kinds: ['text'],
		tags: [tagId],
		min_date: day(90),
	})),
	'studio: preview of all': preview(() => ({})),
	'studio: preview since a day': preview(() => ({ min_date: day(90) })),
	'studio: preview of a tag': preview(({ tagId }) => ({ tags: [tagId] })),
	'studio: testimonials to place': rpc('selection_items', () => ({ selection: anything, most: 60 })),
	'export: sizes': rpc('export_sizes'),
	'settings: preview of the retention': rpc('retention_preview', () => ({ days: 30 })),
	'settings: history': (space) =>
		rows(space, 'space_events', '*').order('id', { ascending: false }).limit(50).throwOnError(),
	'invitations: numbers of states': rpc('invitation_progress'),
	'invitations: the list': (space) =>
		rows(space, 'invitations', 'id,email,name,company,state,created_at')
			.order('created_at', { ascending: false })
			.order('id', { ascending: false })
			.limit(51)
			.throwOnError(),
	'invitations: failed ones': (space) =>
		rows(space, 'invitations', 'id', 'exact').eq('state', 'failed').limit(1).throwOnError(),
	'invitations: asked before': rpc('known_recipients', () => ({
		emails: ['customer.7@example.test', 'nobody@example.test'],
	})),
	'people: an address': rpc('find_person', () => ({ address: 'customer.7@example.test' })),
	'people: a name': rpc('find_people', () => ({ name: 'customer 7' })),
	'people: a name of one': rpc('find_people', () => ({ name: 'customer 199' })),
	'people: a name of nobody': rpc('find_people', () => ({ name: 'theodora' })),
}
