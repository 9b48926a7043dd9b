-- Parses a member's query over the words of a space, in each language of its testimonials; null when nothing of it is a word.
-- Any text is a valid one: quotes make phrases, `or` and `-` are understood, everything else is ignored.
create or replace function private.search_query(space uuid, typed text) returns tsquery
language plpgsql stable security definer set search_path = '' as $$
declare
	-- Signs that were typed together stand together.
	asked constant text := private.spaced_signs(regexp_replace(typed, '([\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]{2,})', ' "\1" ', 'g'));
	query tsquery := private.prefix_query('simple', replace(private.unaccented(asked), U&'\0131', 'i'));
	other tsquery;
	parts text[] := array[query::text];
	name text;
begin
	for name in
		-- A minus excludes a word as it is written: each language would exclude another stem of it.
		select u.language from private.space_languages(space) u (language) where u.language <> 'simple' and query::text !~ '!'
	loop
		other := private.prefix_query(name, asked);
		-- Each is in the query once: the index would be read again for another.
		if numnode(other) > 0 and other::text <> all (parts) then
			query := query || other;
			parts := parts || other::text;
		end if;
	end loop;
	-- As private.text_words writes it. Spaces whose rows were written before it did are searched for both letters.
	if strpos(asked, U&'\0131') > 0 then
		other := replace(query::text, U&'\0131', 'i')::tsquery;
		query := case when query::text !~ '!' and exists (select from private.dotless_spaces u where u.space_id = space)
			then other || query || private.prefix_query('simple', private.unaccented(asked)) else other end;
	end if;
	foreach name in array private.emoji_of(typed)
	loop
		query := query && quote_literal(name)::tsquery;
	end loop;
	return nullif(query, ''::tsquery);
end
$$;
