-- The first of the testimonials that are ordered by hand, in their order.
create or replace function private.wall_named(space uuid, named uuid[], most int) returns table (id uuid, item text)
language plpgsql stable security definer rows 51
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
	return query
	select s.id, i.item
	from unnest(named) with ordinality n(id, place)
	join private.shown_testimonials s on s.space_id = space and s.id = n.id
	join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
	order by n.place limit most;
end
$$;

grant execute on function private.wall_named(uuid, uuid[], int) to anon, authenticated, service_role;
