-- Notifies every node that something of a space changed, so that caches drop it. A submission that is not public sends no notice.
create or replace function private.tell_space_changed() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	space uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
begin
	perform pg_notify('plaudit_space', space::text);
	return null;
end
$$;

alter function private.tell_space_changed() owner to product_door;
