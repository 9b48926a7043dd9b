-- An address as evidence: its first character and its domain.
create or replace function private.mask_address(email text) returns text
language sql immutable set search_path = '' as $$
	select left($1, 1) || '…' || substring($1 from '@[^@]*$')
$$;
