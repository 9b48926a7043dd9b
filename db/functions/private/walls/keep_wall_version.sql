-- Adds what a wall shows now to its history, unless the newest entry says the same, and lets go of all but the newest fifty.
create or replace function private.keep_wall_version() returns trigger
language plpgsql volatile security definer set search_path = '' as $$
declare
	parts constant jsonb := private.wall_parts(new.space_id, new.id);
begin
	-- Several changes in one transaction are kept once, with the last of them.
	if parts is null or parts is not distinct from (
		select v.parts from public.wall_versions v
		where v.space_id = new.space_id and v.wall_id = new.id order by v.version desc limit 1) then
		return null;
	end if;
	insert into public.wall_versions (space_id, wall_id, version, parts, published_by)
	values (new.space_id, new.id, new.version, parts, auth.uid())
	on conflict do nothing;
	delete from public.wall_versions v
	where v.space_id = new.space_id and v.wall_id = new.id and v.version <= (
		select o.version from public.wall_versions o
		where o.space_id = new.space_id and o.wall_id = new.id order by o.version desc offset 50 limit 1);
	return null;
end
$$;
