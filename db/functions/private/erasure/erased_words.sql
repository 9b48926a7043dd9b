-- The form of words under which they are remembered: without case, accents and signs. Short ones, which many people write, belong to
-- their name.
create or replace function private.erased_words(body text, name text) returns text
language sql immutable set search_path = '' as $$
	select case when p.words like '_% % % % %_' then p.words
		else concat(private.plain_words(name), E'\n', lower(btrim(body))) end
	from (select private.plain_words(body) as words) p
$$;
