-- The text search configuration of a language tag, `simple` for languages that PostgreSQL has none for.
create or replace function private.text_language(locale text) returns text
language sql immutable set search_path = '' as $$
	select case split_part(lower(locale), '-', 1)
		when 'ar' then 'arabic' when 'da' then 'danish' when 'de' then 'german' when 'el' then 'greek' when 'en' then 'english'
		when 'es' then 'spanish' when 'fi' then 'finnish' when 'fr' then 'french' when 'hu' then 'hungarian' when 'id' then 'indonesian'
		when 'it' then 'italian' when 'nb' then 'norwegian' when 'nn' then 'norwegian' when 'no' then 'norwegian' when 'nl' then 'dutch'
		when 'pt' then 'portuguese' when 'ro' then 'romanian' when 'ru' then 'russian' when 'sv' then 'swedish' when 'tr' then 'turkish'
		else 'simple'
	end
$$;
