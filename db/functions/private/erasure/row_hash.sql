-- Recognizes an id in an old backup, and tells nothing without it: ids are random.
create or replace function private.row_hash(id text) returns text
language sql immutable set search_path = '' as $$
	select encode(sha256(convert_to($1, 'UTF8')), 'hex')
$$;
