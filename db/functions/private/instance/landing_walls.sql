-- Published walls that the operator may choose for the page at /, those that changed last first.
create or replace function private.landing_walls() returns table (slug text, name text, space text)
language sql stable security definer set search_path = '' as $$
	select w.slug, w.name, s.name from public.walls w join public.spaces s on s.id = w.space_id
	where w.is_published order by w.updated_at desc, w.id limit 100
$$;

grant execute on function private.landing_walls() to service_role;
