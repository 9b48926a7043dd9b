-- A text without accents, Arabic vowel marks and the like, so that "munchen" finds "München".
create or replace function private.unaccented(said text) returns text
language sql immutable set search_path = '' as $$
	select case when octet_length(said) = char_length(said) then said
		else regexp_replace(normalize(said, nfkd), '[\u0300-\u036f\u0640\u064b-\u065f\u0670]', '', 'g') end
$$;
