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

/** The addresses of all of them. */
export const seedAddresses = `
	with setting as materialized (select set_config('session_replication_role', 'replica', false))
	insert into public.testimonial_contacts (space_id, testimonial_id, email)
	select t.space_id, t.id, lower(replace(t.author_name, ' ', '.')) || '@example.test' from setting, public.testimonials t where t.space_id = $1`

/** One of ten thousand, but at least one, gets each trait of a rare filter; no other has a single star. */
export const makeFewRare = `
	with setting as materialized (select set_config('session_replication_role', 'replica', false)),
		numbered as (select id, row_number() over (order by submitted_at) % 10000 as n from public.testimonials where space_id = $1)
	update public.testimonials t set rating = case when n = 1 then 1 when t.rating = 1 then 2 else t.rating end,
		kind = case when n = 2 then 'video' else t.kind end, is_pinned = n = 3,
		status = case when n = 4 then 'archived' when n = 5 then 'pending' else t.status end,
		spam_state = case when n = 5 then 'suspect' else 'clean' end
	from setting, numbered where t.space_id = $1 and t.id = numbered.id`

export const indexWords = `select private.index_words(array(select id from public.testimonials where space_id = $1))`

export const indexHashes = `select private.index_hashes(array(select id from public.testimonials where space_id = $1))`
