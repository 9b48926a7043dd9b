-- The words of some testimonials. Weights: A names and companies, B the title and the words, C job titles, answers and transcripts, D addresses. The cuts keep
-- the largest text below the megabyte that a tsvector may have: a submission must never fail here.
create or replace function private.written_words(testimonials uuid[])
returns table (space_id uuid, testimonial_id uuid, submitted_at timestamptz, language text, words tsvector)
language sql stable security definer set search_path = '' as $$
	select t.space_id, t.id, t.submitted_at, l.language,
		setweight(private.text_words('simple', concat_ws(' ', t.author_name, t.author_company)), 'A')
		|| setweight(private.text_words(l.language, concat_ws(' ', h.title, t.body)), 'B')
		|| setweight(private.text_words(l.language, left(concat_ws(' ', t.author_title, a.said, k.said), 30000)), 'C')
		|| setweight(to_tsvector('simple', concat_ws(' ', e.email, split_part(e.email, '@', 2), regexp_replace(e.email, '[^[:alnum:]]+', ' ', 'g'))), 'D')
		|| array_to_tsvector(private.emoji_of(concat(h.title, t.body, a.said, t.author_name)))
	from public.testimonials t
	cross join lateral (select private.text_language(t.locale) as language) l
	-- The column is read by its name in a string: the migration of the search calls this before there is such a column.
	cross join lateral (select to_jsonb(t) ->> 'title' as title) h
	left join public.testimonial_contacts c on c.space_id = t.space_id and c.testimonial_id = t.id
	cross join lateral (select replace(c.email, U&'\0131', 'i') as email) e
	left join lateral (select string_agg(x.value, ' ' order by x.position) as said from public.testimonial_answers x
		where x.space_id = t.space_id and x.testimonial_id = t.id) a on true
	left join lateral (select string_agg(x.transcript, ' ' order by x.locale) as said from public.captions x
		where x.space_id = t.space_id and x.testimonial_id = t.id) k on true
	where t.id = any (testimonials)
$$;
