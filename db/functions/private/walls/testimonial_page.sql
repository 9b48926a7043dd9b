-- A public testimonial as the JSON of a wall, its space, and a published wall: one that shows it, else the oldest. Search engines
-- may list it only where a published wall shows it that may be listed; JSON-LD likewise.
create or replace function private.testimonial_page(testimonial uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object('item', i.item::jsonb,
		'space', jsonb_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'locale', s.locale),
		'wall', w.slug, 'noindex', not coalesce(w.is_listed, false), 'structured_data', coalesce(w.structured_data, false))
	from public.testimonials t
	join public.spaces s on s.id = t.space_id
	join private.shown_items i on i.space_id = t.space_id and i.testimonial_id = t.id
	left join lateral (
		select (array_agg(one.slug order by one.is_shown desc, one.noindex, one.created_at, one.id))[1] as slug,
			bool_or(one.is_shown and not one.noindex) as is_listed,
			bool_or(one.structured_data and not one.noindex) filter (where one.is_shown) as structured_data
		from (select w.*, private.is_shown_by(w, t) as is_shown from public.walls w
			where w.space_id = t.space_id and w.is_published) one) w on true
	where t.id = $1 and t.is_public
$$;

grant execute on function private.testimonial_page(uuid) to anon;
