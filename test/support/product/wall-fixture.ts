import { randomUUID } from 'node:crypto'
import { asOwner, type TestDatabase } from '#test/support/test-database.ts'

export type WallFixture = { space: string; wall: string; slug: string }

/** Creates a space with a form and a published wall, as the superuser. */
export async function makeWall(
	database: TestDatabase,
	slug: string,
	more: { name?: string; layout?: string; theme?: object; selection?: object; brand?: object } = {},
): Promise<WallFixture> {
	const [space, wall] = [randomUUID(), randomUUID()]
	const { name = 'Skerry', layout = 'grid', theme = {}, selection = {}, brand = {} } = more
	await asOwner(database, 'insert into public.spaces (id, name, brand) values ($1, $2, $3)', [space, name, brand])
	await asOwner(database, 'insert into public.forms (space_id, slug, name, title) values ($1, $2, $3, $3)', [
		space,
		slug,
		name,
	])
	await asOwner(
		database,
		`insert into public.walls (id, space_id, slug, name, layout, theme, selection)
		values ($1, $2, $3, $4, $5, $6, $7)`,
		[wall, space, slug, name, layout, theme, selection],
	)
	return { space, wall, slug }
}

export type Published = {
	body: string
	title: string | null
	name: string
	rating: number | null
	kind: string
	scope: string
	locale: string
	basis: string
	/** Minutes after 1 January 2026; defines the order. */
	minute: number
}

/**
 * Inserts approved testimonials with live consents into a space, in one statement.
 * @returns their ids in order
 */
export async function publishTestimonials(
	database: TestDatabase,
	space: string,
	given: readonly Partial<Published>[],
): Promise<string[]> {
	const rows = given.map((one, at) => ({
		id: randomUUID(),
		body: 'The quietest week of my life.',
		title: null,
		name: `Person ${at + 1}`,
		rating: 5,
		kind: 'text',
		scope: 'public',
		locale: 'en',
		basis: 'email',
		minute: at,
		...one,
	}))
	await asOwner(
		database,
		`with given as (select * from jsonb_to_recordset($2::jsonb) as g(id uuid, body text, title text, name text, rating smallint,
				kind text, scope text, locale text, basis text, minute int)),
		written as (insert into public.testimonials (id, space_id, kind, body, title, rating, author_name, locale, source, status,
				submitted_at, approved_at)
			select id, $1::uuid, kind, body, title, rating, name, locale, 'form', 'approved',
				timestamptz '2026-01-01' + minute * interval '1 minute',
				timestamptz '2026-01-01' + minute * interval '1 minute' from given),
		consented as (insert into private.consents (space_id, testimonial_id, scope, wording_hash)
			select $1::uuid, id, scope, private.share_wording($1::uuid, 'You may publish my words.') from given)
		insert into public.verifications (space_id, testimonial_id, basis) select $1::uuid, id, basis from given`,
		[space, JSON.stringify(rows)],
	)
	return rows.map(({ id }) => id)
}
