-- A page of a wall without a selection, which is the usual one: the index scan of private.wall_page without the conditions and the
-- joins of its view. Returns what private.wall_page returns, with the items one a line.
create or replace function private.wall_newest(space uuid, at_pinned boolean, at_time timestamptz, at_id uuid, most int)
returns table (items text, found int, near text, far text)
language plpgsql stable security definer rows 1
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
	return query
	select p.items, p.found,
		nullif(concat_ws('|', p.pins[1]::int, p.times[1], p.ids[1]), ''),
		nullif(concat_ws('|', p.pins[most]::int, p.times[most], p.ids[most]), '')
	from (select string_agg(f.item, E',\n') as items, count(*)::int as found,
			array_agg(f.is_pinned) as pins, array_agg(f.approved_at) as times, array_agg(f.id) as ids
		from (select t.id, t.is_pinned, t.approved_at, i.item
			from public.testimonials t
			join private.shown_items i on i.space_id = t.space_id and i.testimonial_id = t.id
			where t.space_id = space and t.is_public and (t.is_pinned, t.approved_at, t.id) < (at_pinned, at_time, at_id)
			order by t.is_pinned desc, t.approved_at desc, t.id desc limit most + 1) f) p;
end
$$;

grant execute on function private.wall_newest(uuid, boolean, timestamptz, uuid, int) to anon, authenticated, service_role;
