-- The newest public testimonials of a wall in the order in which they became public, as JSON of a wall with that time. The rules are
-- read once, so that the index of the order ends the search.
create or replace function private.feed_items(wall uuid, most int) returns table (item text, published_at timestamptz)
language plpgsql stable security definer rows 50
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
declare
	w public.walls;
	ids text[];
	kinds text[];
	forms text[];
	tags text[];
	since timestamptz;
begin
	select * into w from public.walls where walls.id = wall and walls.is_published;
	if not found then
		return;
	end if;
	select nullif(array_agg(e.value) filter (where e.name = 'ids'), '{}'), nullif(array_agg(e.value) filter (where e.name = 'kinds'), '{}'),
		nullif(array_agg(e.value) filter (where e.name = 'forms'), '{}'), nullif(array_agg(e.value) filter (where e.name = 'tags'), '{}')
	into ids, kinds, forms, tags
	from (select s.key as name, v.value from jsonb_each(w.selection) s,
		jsonb_array_elements_text(case jsonb_typeof(s.value) when 'array' then s.value else '[]' end) v(value)) e;
	since := private.day_of(w.selection ->> 'min_date');
	return query
	select i.item, f.approved_at
	from (select t.id, t.approved_at from public.testimonials t
		where t.space_id = w.space_id and t.is_public and (
			(ids is null or t.id::text = any (ids)) and (kinds is null or t.kind = any (kinds))
				and (forms is null or t.form_id::text = any (forms)) and (since is null or t.submitted_at >= since)
				and (tags is null or exists (select from public.testimonial_tags tt
					where tt.space_id = t.space_id and tt.testimonial_id = t.id and tt.tag_id::text = any (tags)))
			or exists (select from public.wall_items x
				where x.space_id = t.space_id and x.wall_id = w.id and x.testimonial_id = t.id))
		order by t.approved_at desc, t.id desc limit most) f
	join private.shown_items i on i.space_id = w.space_id and i.testimonial_id = f.id
	order by f.approved_at desc, f.id desc;
end
$$;

grant execute on function private.feed_items(uuid, int) to anon;
