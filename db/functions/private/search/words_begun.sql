-- A query for words that begin with each of some words, in the places of a text whose weights are `places`; null when there are none. Words of one
-- or two letters are left out beside longer ones, as too many words begin with them.
create or replace function private.words_begun(words tsvector, places text default '') returns tsquery
language sql immutable set search_path = '' as $$
	select string_agg(format('''%s'':*%s', replace(replace(w.lexeme, '\', '\\'), '''', ''''''), places), ' & ')::tsquery
	from unnest(words) w
	where char_length(w.lexeme) > 2 or not exists (select from unnest(words) l where char_length(l.lexeme) > 2)
$$;
