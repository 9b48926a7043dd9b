-- The id of a row in its source, as private.erased_hash takes it.
create or replace function private.source_key(source text, id text) returns text
language sql immutable set search_path = '' as $$
	select source || E'\n' || id
$$;
