-- True when a text names a person by an address, the beginning of one, or whole words of a name. Names are given
-- as plain_words.
create or replace function private.names_person(said text, addresses text[], names text[]) returns boolean
language sql immutable set search_path = '' as $$
	select exists (select from unnest(addresses) address where strpos(lower(said), address) > 0
			or said ~ '\w@' and starts_with(address, lower(btrim(said))))
		or exists (select from unnest(names) name, lateral (select private.plain_words(said) as plain) s
			where strpos(s.plain, name) > 0 or char_length(s.plain) > 5 and strpos(name, s.plain) > 0)
$$;
