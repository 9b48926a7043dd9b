-- The published walls that show a testimonial now.
create or replace function private.walls_showing(space uuid, testimonial uuid) returns jsonb
language sql stable set search_path = '' as $$
	select coalesce(jsonb_agg(jsonb_build_object('name', w.name, 'slug', w.slug) order by w.created_at, w.id), '[]')
	from public.walls w
	join public.testimonials t on t.space_id = w.space_id and t.id = $2 and t.is_public
	where w.space_id = $1 and w.is_published and private.is_shown_by(w, t)
$$;
