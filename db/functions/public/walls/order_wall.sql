-- Replaces the manual order of a wall, all or nothing. It runs as the caller, under the policies of walls.
create or replace function public.order_wall(wall_id uuid, testimonial_ids uuid[]) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	space uuid := (select w.space_id from public.walls w where w.id = wall_id);
begin
	if space is null then
		raise exception using errcode = 'PT404', message = 'There is no such wall.';
	end if;
	delete from public.wall_items i where i.space_id = space and i.wall_id = order_wall.wall_id;
	insert into public.wall_items (space_id, wall_id, testimonial_id, position)
	select space, order_wall.wall_id, named.id, min(named.place) - 1
	from unnest(testimonial_ids) with ordinality named(id, place) group by named.id;
end
$$;

grant execute on function public.order_wall(uuid, uuid[]) to authenticated, service_role;
