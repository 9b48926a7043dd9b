-- A public testimonial as the JSON of a wall, its space, and the slug of a published wall: one that shows it, else the oldest.
create or replace function private.testimonial_page(testimonial uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('item', i.item::jsonb,
		'space', jsonb_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'locale', s.locale),
		'wall', coalesce(private.walls_showing(t.space_id, t.id) -> 0 ->> 'slug', (select w.slug from public.walls w
			where w.space_id = t.space_id and w.is_published order by w.created_at, w.id limit 1)))
	from public.testimonials t
	join public.spaces s on s.id = t.space_id
	join private.shown_items i on i.space_id = t.space_id and i.testimonial_id = t.id
	where t.id = $1 and t.is_public
$$;

alter function private.testimonial_page(uuid) owner to product_door;
grant execute on function private.testimonial_page(uuid) to anon;
