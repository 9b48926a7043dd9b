-- The manual order of a published wall: ids of testimonials and nothing else of them.
create or replace function private.wall_order(wall uuid) returns table (testimonial_id uuid, "position" int)
language sql stable security definer set search_path = '' rows 20 as $$
	select i.testimonial_id, i.position
	from public.walls w join public.wall_items i on i.space_id = w.space_id and i.wall_id = w.id
	where w.id = $1 and w.is_published
$$;

grant execute on function private.wall_order(uuid) to anon, authenticated, service_role;
