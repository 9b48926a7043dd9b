-- Tells every node that a key is not as it knows it.
create or replace function private.tell_key_changed() returns trigger
language plpgsql set search_path = '' as $$
begin
	perform pg_notify('plaudit_keys', old.id::text);
	return null;
end
$$;
