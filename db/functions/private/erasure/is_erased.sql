-- True when a space erased the person of an address, or these words.
create or replace function private.is_erased(space uuid, address text, body text, name text) returns boolean
language sql stable set search_path = '' as $$
	select exists (select from private.erased e where e.space_id = space and (
		e.kind = 'address' and e.hash = private.erased_hash(space, 'address', nullif(address, ''))
		or e.kind = 'words' and e.hash = private.erased_hash(space, 'words', private.erased_words(nullif(body, ''), name))))
$$;
