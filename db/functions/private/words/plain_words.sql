-- The words of a text in lower case, without accents and signs, with one space around each. Signs of scripts without spaces are words.
create or replace function private.plain_words(said text) returns text
language sql immutable set search_path = '' as $$
	select ' ' || btrim(regexp_replace(lower(private.unaccented(private.spaced_signs(said))), '[^[:alnum:]]+', ' ', 'g')) || ' '
$$;
