-- Notifies every node that a space changed, so that caches drop it.
create or replace function private.tell_itself_changed() returns trigger
language plpgsql set search_path = '' as $$
begin
	perform pg_notify('plaudit_space', (case when tg_op = 'DELETE' then old.id else new.id end)::text);
	return null;
end
$$;
