-- An address as searches compare it: normalized, or in lower case where it cannot be sent to.
create or replace function private.person_address(address text) returns text language sql immutable strict parallel safe set search_path = '' as $$
	select coalesce(private.normalize_address(address), lower(btrim(address)))
$$;
