-- Tells every node that a key is not as it knows it. The node that writes reads the message before its commit is answered (PLNOW).
create or replace function private.tell_key_changed() returns trigger
language plpgsql set search_path = '' as $$
begin
	perform pg_notify('plaudit_keys', old.id::text);
	raise info using errcode = 'PLNOW', message = 'plaudit_keys', detail = old.id::text;
	return null;
end
$$;
