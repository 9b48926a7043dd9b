-- The words of a text in a language and, without accents, as they are written. The dotless ı is an i in both, after the stem was found.
create or replace function private.text_words(language text, said text) returns tsvector
language sql immutable set search_path = '' as $$
	select case when said = '' then '' when octet_length(said) > char_length(said) and strpos(w.words::text, U&'\0131') > 0
		then replace(w.words::text, U&'\0131', 'i')::tsvector else w.words end
	from (select case when language = 'simple' then to_tsvector('simple', private.unaccented(private.spaced_signs(said)))
		else to_tsvector('simple', private.unaccented(private.spaced_signs(said))) || to_tsvector(language::regconfig, private.spaced_signs(said)) end as words) w
$$;
