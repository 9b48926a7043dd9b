-- The part of a wall that the studio edits and a history keeps: its columns but those of its address, and the order by hand.
create or replace function private.wall_parts(space uuid, wall uuid) returns jsonb
language sql stable set search_path = '' as $$
	select to_jsonb(w) - '{id,space_id,slug,name,is_published,version,created_at,updated_at}'::text[] || jsonb_build_object('fixed', coalesce((
		select jsonb_agg(i.testimonial_id order by i.position, i.testimonial_id) from public.wall_items i
		where i.space_id = space and i.wall_id = wall), '[]'))
	from public.walls w where w.space_id = space and w.id = wall
$$;
