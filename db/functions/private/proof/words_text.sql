-- The title, words and stars of a testimonial, as entries of its history commit to them. Without a title the text is that of entries from before
-- there were titles.
create or replace function private.words_text(body text, rating smallint, title text default null) returns text language sql stable parallel safe as $$
	select (jsonb_build_object('body', body, 'rating', rating)
		|| case when title is not null then jsonb_build_object('title', title) else '{}' end)::text
$$;
