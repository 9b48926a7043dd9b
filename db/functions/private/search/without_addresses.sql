-- The same query of names, words, answers and companies alone: addresses have the weight D in private.written_words. Guesses by the beginning
-- of a word would reveal an address letter by letter.
create or replace function private.without_addresses(query tsquery) returns tsquery
language sql immutable set search_path = '' as $$
	select regexp_replace(query::text, '(''(?:[^'']|'''')*'')(?::(\*))?', '\1:\2ABC', 'g')::tsquery
$$;
