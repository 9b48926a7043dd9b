-- Words as the index of the search has them, each with the prefix of its space: the words of one space are a range of their own, as if the
-- index began with `space_id`. The parser makes no word with a space in it, so a quote after a space opens one. Words that would be too
-- long with the prefix are left out: a submission must never fail here.
create or replace function private.space_words(space uuid, words tsvector) returns tsvector
language sql immutable set search_path = '' as $$
	select case when w.said = '' then words else
		('''' || p.prefix || substr(replace(w.said, ' ''', ' ''' || p.prefix), 2))::tsvector end
	from (select private.space_prefix(space) as prefix) p, lateral (select case when length(words::text) < 2000 then words::text
		else ts_delete(words, array(select u.lexeme from unnest(words) u where octet_length(u.lexeme) > 2040))::text end as said) w
$$;
