-- A text in lower case whose dotless ı is an i, also where lower case makes İ an i with a dot above: spellings of one Turkish word are equal.
-- Without a search path of its own, so that it is inlined: searches for people call it for each row.
create or replace function private.lower_undotted(said text) returns text
language sql immutable parallel safe as $$
	select translate(lower(said), U&'\0131\0130\0307', 'ii')
$$;
