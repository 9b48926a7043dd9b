-- The published walls that show a testimonial now.
create or replace function private.walls_showing(space uuid, testimonial uuid) returns jsonb
language sql stable set search_path = '' as $$
	select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug) order by w.created_at, w.id), '[]')
	from public.walls w
	join public.public_testimonials p on p.space_id = w.space_id and p.id = $2
	where w.space_id = $1 and w.is_published and (
		exists (select from public.wall_items i where i.space_id = w.space_id and i.wall_id = w.id and i.testimonial_id = p.id)
		or private.admits(w.selection -> 'ids', p.id::text)
			and private.admits(w.selection -> 'kinds', p.kind)
			and private.admits(w.selection -> 'forms', p.form_id::text)
			and (private.admits(w.selection -> 'tags', null)
				or exists (select from unnest(p.tag_ids) tag where w.selection -> 'tags' ? tag::text))
			and p.submitted_at >= coalesce(private.day_of(w.selection ->> 'min_date'), '-infinity'))
$$;

alter function private.walls_showing(uuid, uuid) owner to product_door;
