/** So many testimonials of a space ($1, $2), with words as frequent as in a language, without the triggers of the product. */
export const seedTestimonials = `
	with setting as materialized (select set_config('session_replication_role', 'replica', false))
	insert into public.testimonials (space_id, kind, body, rating, author_name, author_company, source, status, locale, submitted_at)
	select $1, 'text',
		'The service was really wonderful '
			|| array_to_string(array(select substr(md5(floor(power(random(), 3) * 20000)::text), 1, 3 + w % 6) from generate_series(1, 25 + i % 2) w), ' ')
			|| case when i % 1000 = 0 then ' teapot' else '' end || case when i % 3 = 0 then ' kiln' else '' end,
		nullif(i % 6, 0), 'Person ' || i, 'Shop ' || (i % 500), 'import', (array['pending', 'approved', 'rejected'])[1 + i % 3],
		case when i % 4 = 0 then 'de' else 'en' end, now() - make_interval(mins => i)
	from setting, generate_series(1, $2::int) i`

export const indexWords = `select private.index_words(array(select id from public.testimonials where space_id = $1))`

export const indexHashes = `select private.index_hashes(array(select id from public.testimonials where space_id = $1))`
