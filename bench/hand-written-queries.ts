import type { Query } from '#server/pg/sql.ts'
import { sql } from '#server/pg/sql.ts'

/** The questions of the hand-written handler, by address. */
export const handWrittenQueries: Record<string, (space: string) => Query> = {
	'/rows': (space) => sql`
		select coalesce(json_agg(t), '[]')::text as body from (
			select id, author_name, body, rating, status from public.testimonials
			where space_id = ${space} order by submitted_at desc limit 10) t`,
	'/embeds': (space) => sql`
		select coalesce(json_agg(s), '[]')::text as body from (
			select s.id, s.name, (
				select coalesce(json_agg(f), '[]') from (
					select f.id, f.slug, (
						select coalesce(json_agg(t), '[]') from (
							select id, author_name, rating from public.testimonials
							where form_id = f.id order by submitted_at desc limit 10) t) as testimonials
					from public.forms f where f.space_id = s.id) f) as forms
			from public.spaces s where s.id = ${space}) s`,
}
