import { prepared, type Query } from '#server/pg/sql.ts'
import type { WallSelection } from '#shared/wall.ts'

/** Where a page of a wall begins: after, or before, the item with this place in the order of publication. */
export type Place = { pinned: boolean; at: string; id: string }

/** A published wall with its space and the hand-made order; no row when there is none. */
export const wallDefinition = (by: { slug: string } | { id: string }): Query => {
	const found =
		'slug' in by
			? { text: 'public.public_wall(slug => $1)', value: by.slug }
			: { text: 'public.public_wall(id => $1::uuid)', value: by.id }
	const text = `select w.wall, (select array_agg(o.testimonial_id order by o.position, o.testimonial_id)
		from private.wall_order((w.wall ->> 'id')::uuid) o) as ids
	from ${found.text} as w(wall) where w.wall is not null`
	return prepared(text, [found.value])
}

/** One that was placed by hand: its JSON. */
export type NamedRow = { id: string; item: string }

/**
 * A page of what the rules choose. `items` is their JSON without brackets, null when there are none; `found` is one more
 * than was asked for when there are more. Places are `pinned|at|id`, in which `at` is text: a Date would lose
 * microseconds. `near` is the one found first, `far` the last one of a full page.
 */
export type PageRow = {
	items: string | null
	found: number
	near: string | null
	far: string | null
}

/** The first of `ids`, in their order, that the public may see. */
export function handOrdered(space: string, ids: readonly string[], most: number): Query {
	return prepared('select * from private.wall_named($1, $2::uuid[], $3)', [space, ids, most])
}

const start: Place = { pinned: true, at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * One page of what the rules choose, newest first, without the hand-ordered ones. What lies before a place comes
 * nearest first.
 * @param from where to begin; null begins at the newest
 */
export function chosenByRule(
	space: string,
	rule: WallSelection,
	without: readonly string[],
	from: { after: Place } | { before: Place } | null,
	most: number,
): Query {
	const isBack = from !== null && 'before' in from
	const place = from === null ? start : 'before' in from ? from.before : from.after
	const some = (list: readonly string[]) => (list.length > 0 ? list : null)
	const text = `select * from private.wall_page(
		$1, $2::text[], $3::uuid[], $4::uuid[], $5::date, $6::uuid[], $7::boolean, $8::boolean, $9::timestamptz, $10::uuid, $11)`
	return prepared(text, [
		space,
		some(rule.kinds),
		some(rule.forms),
		some(rule.tags),
		rule.min_date,
		some(without),
		isBack,
		place.pinned,
		place.at,
		place.id,
		most,
	])
}

/**
 * The same for a wall without rules and without hand-ordered ones, the usual wall. `items` has one in each line, and at its end
 * the one more that `found` counts.
 */
export function newest(space: string, after: Place | null, most: number): Query {
	const { pinned, at, id } = after ?? start
	const text = 'select * from private.wall_newest($1, $2, $3, $4, $5)'
	return prepared(text, [space, pinned, at, id, most])
}

/** How many the rules choose, how many are published in all, and how many of those gave each number of stars. */
export function wallCounts(space: string, rule: WallSelection, fixed: readonly string[]): Query {
	const values: unknown[] = [space]
	const byRule = ruleConditions(rule, values)
	values.push(fixed)
	const chosen = rule.ids.length > 0 ? 'false' : byRule.join(' and ') || 'true'
	const text = `select count(*)::int as published,
	count(*) filter (where (${chosen}) or p.id = any ($${values.length}::uuid[]))::int as chosen,
	count(*) filter (where p.rating = 1)::int as one, count(*) filter (where p.rating = 2)::int as two,
	count(*) filter (where p.rating = 3)::int as three, count(*) filter (where p.rating = 4)::int as four,
	count(*) filter (where p.rating = 5)::int as five
	from public.public_testimonials p where p.space_id = $1`
	return prepared(text, values)
}

function ruleConditions(rule: WallSelection, values: unknown[]) {
	const conditions: string[] = []
	const add = (condition: (parameter: string) => string, value: unknown) => {
		values.push(value)
		conditions.push(condition(`$${values.length}`))
	}
	if (rule.kinds.length > 0) add((list) => `p.kind = any (${list}::text[])`, rule.kinds)
	if (rule.forms.length > 0) add((list) => `p.form_id = any (${list}::uuid[])`, rule.forms)
	if (rule.min_date) add((day) => `p.submitted_at >= ${day}::date`, rule.min_date)
	if (rule.tags.length > 0) add((list) => `p.tag_ids && ${list}::uuid[]`, rule.tags)
	return conditions
}
