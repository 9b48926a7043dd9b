import { type Query, sql } from '#platform/pg/sql.ts'
import type { Tables } from '#shared/row-types.ts'
import type { Basis } from '#shared/wall/wall.ts'

type Testimonial = Tables['testimonials']

/** A testimonial as a list shows it. */
export type ListedRow = Pick<
	Testimonial,
	'id' | 'status' | 'kind' | 'locale' | 'is_public' | 'is_pinned' | 'version' | 'live_scope'
> & {
	submitted_at: Date
	title: string | null
	words: string
	stars: number | null
	name: string
	job: string | null
	company: string | null
	tags: string[]
	basis: Basis[]
}

/** The best matches of a text, in the order of their rank; more than are shown, as a further condition may leave some out. */
export const matchingIds = (space: string, words: string, filter: object): Query => sql`
	select id from public.search_testimonials(${space}, ${words}, ${JSON.stringify(filter)}, 'best', null, 101)`

/** The number of new testimonials that a search does not find yet. */
export const unsearched = (space: string): Query => sql`select public.unsearched_testimonials(${space}) as number`

export type Condition = {
	ids: readonly string[] | null
	status: string | null
	tags: readonly string[] | null
	basis: readonly string[] | null
	/** A tag of this name, or a public answer with this value. */
	industry: string | null
	most: number
}

/** Testimonials of a space that are neither spam nor withdrawn: in the order of `ids`, else the newest first. */
export const listTestimonials = (space: string, { ids, status, tags, basis, industry, most }: Condition): Query => sql`
	select t.id, t.status, t.kind, t.locale, t.is_public, t.is_pinned, t.version, t.live_scope, t.submitted_at, t.title, t.body as words,
		t.rating as stars, t.author_name as name, t.author_title as job, t.author_company as company,
		array(select g.name from public.testimonial_tags tt join public.tags g on g.space_id = tt.space_id and g.id = tt.tag_id
			where tt.space_id = t.space_id and tt.testimonial_id = t.id order by g.name) as tags,
		array(select v.basis from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id order by v.basis) as basis
	from public.testimonials t
	where t.space_id = ${space} and t.spam_state <> 'spam' and t.withdrawn_at is null
		and (${ids}::uuid[] is null or t.id = any (${ids}::uuid[]))
		and (${status}::text is null or t.status = ${status}::text)
		and (${tags}::uuid[] is null or exists (select from public.testimonial_tags tt
			where tt.space_id = t.space_id and tt.testimonial_id = t.id and tt.tag_id = any (${tags}::uuid[])))
		and (${basis}::text[] is null or exists (select from public.verifications v
			where v.space_id = t.space_id and v.testimonial_id = t.id and v.basis = any (${basis}::text[])))
		and (${industry}::text is null
			or exists (select from public.testimonial_answers a
				where a.space_id = t.space_id and a.testimonial_id = t.id and a.is_public and lower(a.value) = lower(${industry}::text))
			or exists (select from public.testimonial_tags tt join public.tags g on g.space_id = tt.space_id and g.id = tt.tag_id
				where tt.space_id = t.space_id and tt.testimonial_id = t.id and lower(g.name) = lower(${industry}::text)))
	order by array_position(${ids}::uuid[], t.id), t.submitted_at desc, t.id desc
	limit ${most}`

export type ReadRow = ListedRow & {
	withdrawn_at: Date | null
	excerpt_start: number | null
	excerpt_end: number | null
	reply: string | null
	answers: { label: string; value: string; is_public: boolean }[]
	email: string | null
	events: { kind: string; actor: string; at: string; tag: string | null }[]
}

/**
 * One testimonial with its parts; no row for one of another space. The address comes to keys that may read people, as policies decide.
 * @param most entries of the history, the newest
 */
export const readTestimonial = (id: string, most: number): Query => sql`
	select t.id, t.status, t.kind, t.locale, t.is_public, t.is_pinned, t.version, t.live_scope, t.submitted_at, t.title, t.body as words,
		t.rating as stars, t.author_name as name, t.author_title as job, t.author_company as company, t.withdrawn_at, t.excerpt_start,
		t.excerpt_end,
		array(select g.name from public.testimonial_tags tt join public.tags g on g.space_id = tt.space_id and g.id = tt.tag_id
			where tt.space_id = t.space_id and tt.testimonial_id = t.id order by g.name) as tags,
		array(select v.basis from public.verifications v where v.space_id = t.space_id and v.testimonial_id = t.id order by v.basis) as basis,
		(select r.body from public.replies r where r.space_id = t.space_id and r.testimonial_id = t.id) as reply,
		(select coalesce(jsonb_agg(jsonb_build_object('label', a.label, 'value', a.value, 'is_public', a.is_public) order by a.position), '[]')
			from public.testimonial_answers a where a.space_id = t.space_id and a.testimonial_id = t.id) as answers,
		(select c.email from public.testimonial_contacts c where c.space_id = t.space_id and c.testimonial_id = t.id) as email,
		(select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'actor', e.actor, 'at', e.at, 'tag', g.name) order by e.seq), '[]')
			from (select * from public.testimonial_events h where h.space_id = t.space_id and h.testimonial_id = t.id
				order by h.seq desc limit ${most}) e
			left join public.tags g on g.space_id = t.space_id and g.id::text = e.detail ->> 'tag') as events
	from public.testimonials t where t.id = ${id} and t.spam_state <> 'spam'`

/** True when the caller may read the testimonial: a row. */
export const findTestimonial = (id: string): Query => sql`
	select id, body as words, is_public from public.testimonials where id = ${id}`

/**
 * Approves or rejects; no row when the caller may not, or when the version is another one.
 * @param version the one that was read; null for any
 */
export const moderate = (id: string, status: 'approved' | 'rejected', version: number | null): Query => sql`
	update public.testimonials set status = ${status}
	where status <> ${status} and id = ${id} and (${version}::int is null or version = ${version}::int)
	returning id`

/** Status and version, to say why a change found nothing. */
export const statusOf = (id: string): Query => sql`select status, version from public.testimonials where id = ${id}`

/** Tags of a space by their names in any case. */
export const tagsByName = (space: string, names: readonly string[]): Query => sql`
	select id, name from public.tags where space_id = ${space} and lower(name) = any (select lower(n) from unnest(${names}::text[]) n)`

/** Adds the tags that are missing, by their names as given. */
export const addTags = (space: string, names: readonly string[]): Query => sql`
	insert into public.tags (space_id, name) select ${space}, n from unnest(${names}::text[]) n
	where not exists (select from public.tags g where g.space_id = ${space} and lower(g.name) = lower(n))
	on conflict do nothing`

export const setTags = (space: string, testimonial: string, tags: readonly string[]): Query => sql`
	insert into public.testimonial_tags (space_id, testimonial_id, tag_id) select ${space}, ${testimonial}, t from unnest(${tags}::uuid[]) t
	on conflict do nothing`

export const removeTags = (space: string, testimonial: string, tags: readonly string[]): Query => sql`
	delete from public.testimonial_tags
	where space_id = ${space} and testimonial_id = ${testimonial} and tag_id = any (${tags}::uuid[])`

export const tagNames = (space: string, testimonial: string): Query => sql`
	select coalesce(array_agg(g.name order by g.name), '{}') as tags from public.testimonial_tags tt
	join public.tags g on g.space_id = tt.space_id and g.id = tt.tag_id
	where tt.space_id = ${space} and tt.testimonial_id = ${testimonial}`

export const inviteCustomers = (form: string, recipients: object[], subject: string, message: string): Query => sql`
	select public.invite_customers(${form}, ${JSON.stringify(recipients)}, ${subject}, ${message}) as result`

export const numbersOf = (space: string, from: string, to: string): Query => sql`
	select day::text, form_views::int, starts::int, sends::int, approved::int, wall_views::int, embed_views::int from (
		select day, sum(form_views) as form_views, sum(starts) as starts, sum(sends) as sends, sum(approved) as approved,
			sum(wall_views) as wall_views, sum(embed_views) as embed_views
		from public.space_numbers(${space}, ${from}::date, ${to}::date) group by day) n
	order by day`

/** Published walls that the caller may list. */
export const publishedWalls = (space: string): Query => sql`
	select slug, name from public.walls where space_id = ${space} and is_published order by created_at, id limit 200`
