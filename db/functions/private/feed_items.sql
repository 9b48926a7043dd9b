-- The newest public testimonials of a wall in the order in which they became public, as JSON of a wall with that time.
create or replace function private.feed_items(wall uuid, most int) returns table (item text, published_at timestamptz)
language sql stable security definer set search_path = '' as $$
	select i.item, t.approved_at
	from public.walls w
	join public.testimonials t on t.space_id = w.space_id and t.is_public and private.is_shown_by(w, t)
	join private.shown_items i on i.space_id = t.space_id and i.testimonial_id = t.id
	where w.id = $1 and w.is_published
	order by t.approved_at desc, t.id desc limit $2
$$;

alter function private.feed_items(uuid, int) owner to product_door;
grant execute on function private.feed_items(uuid, int) to anon;
