-- The text search configurations of a space's testimonials, each found by one step in the index.
create or replace function private.space_languages(space uuid) returns setof text
language sql stable security definer set search_path = '' as $$
	with recursive used as (
		(select w.language from private.search_words w where w.space_id = space order by w.language limit 1)
		union all
		select (select w.language from private.search_words w where w.space_id = space and w.language > u.language order by w.language limit 1)
		from used u where u.language is not null
	), former as (
		(select w.language from private.testimonial_words w where w.space_id = space order by w.language limit 1)
		union all
		select (select w.language from private.testimonial_words w where w.space_id = space and w.language > u.language order by w.language limit 1)
		from former u where u.language is not null
	)
	select language from used where language is not null union select language from former where language is not null
$$;
