-- Seconds until the next picture of an import is due; null when none is left.
create or replace function private.import_pictures_wait(space uuid, import uuid) returns int
language sql stable security definer set search_path = '' as $$
	select ceil(extract(epoch from greatest(min(p.not_before), now()) - now()))::int
	from private.import_pictures p where p.space_id = $1 and p.import_id = $2 having count(*) > 0
$$;

grant execute on function private.import_pictures_wait(uuid, uuid) to service_role;
