import { prepared, type Query, sql } from '#platform/pg/sql.ts'
import type { WallEmbedRow } from '#shared/rows.ts'
import type { ItemKind, WallSelection } from '#shared/wall/wall.ts'
import type { WallFilter } from '#shared/wall/wall-filter.ts'

/** Position of an item in the order of publication. */
export type WallPosition = { pinned: boolean; at: string; id: string }

/** A published wall with its space and its manual order; no row when there is none. */
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

/** An item of the manual order, as JSON. */
export type NamedRow = { id: string; item: string }

/**
 * A page of the items that the rules select. `items` is JSON without brackets; `found` exceeds the limit by one when there are
 * more. Positions are `pinned|at|id`, with `at` as text to keep microseconds. `near` is the first item found, `far` the last of
 * a full page.
 */
export type PageRow = {
	items: string | null
	found: number
	near: string | null
	far: string | null
}

/** The first public items of `ids`, in that order. */
export function itemsById(space: string, ids: readonly string[], limit: number): Query {
	return prepared('select * from private.wall_named($1, $2::uuid[], $3)', [space, ids, limit])
}

const start: WallPosition = {
	pinned: true,
	at: 'infinity',
	id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
}

/**
 * One page of the items that the rules select, without the manual order: starred ones first, then the latest approved. With
 * `before`, the nearest item is first.
 * @param from null: from the first item
 */
export function itemsByRule(
	space: string,
	rule: WallSelection,
	without: readonly string[],
	from: { after: WallPosition } | { before: WallPosition } | null,
	limit: number,
): Query {
	const isBack = from !== null && 'before' in from
	const place = from === null ? start : 'before' in from ? from.before : from.after
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
		limit,
	])
}

/**
 * The same for the usual wall, without rules and manual order. `items` has one item per line and includes the extra one that
 * `found` counts.
 */
export function newestItems(space: string, after: WallPosition | null, limit: number): Query {
	const { pinned, at, id } = after ?? start
	const text = 'select * from private.wall_newest($1, $2, $3, $4, $5)'
	return prepared(text, [space, pinned, at, id, limit])
}

export type MatchesRow = { items: string | null; found: number }

/** A page of the testimonials of a wall that a visitor filters, and the number of all matches. */
export function wallMatches(
	wall: ChosenItems,
	{ kind, tag }: WallFilter,
	words: readonly string[],
	page: { offset: number; size: number },
): Query {
	const text = `select * from private.wall_matches($1, $2::text[], $3::uuid[], $4::uuid[], $5::date, $6::uuid[], $7::boolean, $8::int,
		$9, $10::uuid, $11::text[], $12::int, $13::int)`
	return prepared(text, [...chosenItems(wall), kind, tag, some(words), page.offset, page.size])
}

export type FilterRow = { kind: ItemKind | null; tag: string | null; name: string | null; found: number }

/** The kinds, and the tags as far as the wall names them, of the testimonials of a published wall. */
export function wallFilters(wall: ChosenItems & { wall: { id: string } }): Query {
	const text = `select * from private.wall_filters(
		$1, $2, $3::text[], $4::uuid[], $5::uuid[], $6::date, $7::uuid[], $8::boolean, $9::int)`
	return prepared(text, [wall.wall.id, ...chosenItems(wall)])
}

/** Parts of a wall that decide which testimonials it shows. */
type ChosenItems = { space: { id: string }; rule: WallSelection; fixed: readonly string[] }

function chosenItems({ space, rule, fixed }: ChosenItems): unknown[] {
	const { kinds, forms, tags, min_date, ids, limit } = rule
	return [space.id, some(kinds), some(forms), some(tags), min_date, fixed, ids.length > 0, limit]
}

const some = (list: readonly string[]) => (list.length > 0 ? list : null)

/** Counts of selected items, of all published ones, and of those by number of stars. */
export function wallCounts(space: string, rule: WallSelection, fixed: readonly string[]): Query {
	const text =
		'select * from private.wall_counts($1, $2::text[], $3::uuid[], $4::uuid[], $5::date, $6::uuid[], $7::boolean)'
	return prepared(text, chosenItems({ space: { id: space }, rule, fixed }).slice(0, -1))
}

/** Published ratings, without those that were taken over, entered by a member, or rewarded. */
export const engineRatings = (space: string) => sql`select * from private.search_engine_ratings(${space})`

/** A site that has loaded a wall. The members are read by SQL, as JSON. */
export type SeenEmbed = Pick<WallEmbedRow, 'wall_id' | 'host' | 'kind' | 'reserves'>

/** Notes sites, each at most once; walls that are unknown or not published are left out. */
export const recordEmbeds = (seen: readonly SeenEmbed[]) => sql`select private.record_embeds(${JSON.stringify(seen)})`

/** Captions of public testimonials, by language. */
export const shownCaptions = (space: string, testimonials: readonly string[]) =>
	sql`select * from private.shown_captions(${space}, ${testimonials}::uuid[])`
