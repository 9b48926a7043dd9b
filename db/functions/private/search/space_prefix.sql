-- The three signs with which every word of a space begins in the index of the search. Two spaces may share them: queries name the space, too.
create or replace function private.space_prefix(space uuid) returns text
language sql immutable set search_path = '' as $$
	select left(encode(substring(uuid_send(space) from 14), 'base64'), 3)
$$;
