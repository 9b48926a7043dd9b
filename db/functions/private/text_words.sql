-- The words of a text in a language and, without accents, as they are written.
create or replace function private.text_words(language text, said text) returns tsvector
language sql immutable set search_path = '' as $$
	select case when language = 'simple' then to_tsvector('simple', private.unaccented(private.spaced_signs(said)))
		else to_tsvector('simple', private.unaccented(private.spaced_signs(said))) || to_tsvector(language::regconfig, private.spaced_signs(said)) end
$$;

alter function private.text_words(text, text) owner to product_door;
