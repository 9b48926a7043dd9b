-- Notifies every node that a space changed, so that caches drop it.
create or replace function private.tell_itself_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	perform private.notify_space(case when tg_op = 'DELETE' then old.id else new.id end);
	return null;
end
$$;
