-- Sets or lifts the limits of a space. Null is no limit. Returns whether there is such a space.
create or replace function private.set_space_limits(space uuid, most_bytes bigint, most_testimonials int) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
	if not exists (select from public.spaces s where s.id = space) then
		return false;
	end if;
	insert into private.space_limits (space_id, storage_bytes, testimonials) values (space, most_bytes, most_testimonials)
	on conflict (space_id) do update set storage_bytes = excluded.storage_bytes, testimonials = excluded.testimonials;
	return true;
end
$$;

grant execute on function private.set_space_limits(uuid, bigint, int) to service_role;
