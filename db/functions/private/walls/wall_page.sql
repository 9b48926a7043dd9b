-- A page of a wall in the order of publication, as one row: reading fifty rows costs more than finding them. Null selects everything.
-- `items` is JSON without its brackets, at most `most` of them; `found` is one more when there are more. `near` and `far` are the
-- places `pinned|at|id` of the first item and of the last one of a full page. The plan is generic: planning costs more than reading.
create or replace function private.wall_page(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, without uuid[],
	back boolean, at_pinned boolean, at_time timestamptz, at_id uuid, most int
) returns table (items text, found int, near text, far text)
language plpgsql stable security definer rows 1
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
	if back then
		return query
		select string_agg(p.item, ',' order by p.place desc) filter (where p.place <= most), count(*)::int,
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = 1),
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = most)
		from (select f.*, row_number() over () as place from (
			select s.id, s.is_pinned, s.approved_at, i.item
			from private.shown_testimonials s
			join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
			where s.space_id = space and (s.is_pinned, s.approved_at, s.id) > (at_pinned, at_time, at_id)
				and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
				and (since is null or s.submitted_at >= since) and (without is null or s.id <> all (without))
				and (tags is null or exists (select from public.testimonial_tags tt
					where tt.space_id = s.space_id and tt.testimonial_id = s.id and tt.tag_id = any (tags)))
			order by s.is_pinned, s.approved_at, s.id limit most) f) p;
	else
		return query
		select string_agg(p.item, ',') filter (where p.place <= most), count(*)::int,
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = 1),
			max(concat_ws('|', p.is_pinned::int, p.approved_at, p.id)) filter (where p.place = most)
		from (select f.*, row_number() over () as place from (
			select s.id, s.is_pinned, s.approved_at, i.item
			from private.shown_testimonials s
			join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
			where s.space_id = space and (s.is_pinned, s.approved_at, s.id) < (at_pinned, at_time, at_id)
				and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
				and (since is null or s.submitted_at >= since) and (without is null or s.id <> all (without))
				and (tags is null or exists (select from public.testimonial_tags tt
					where tt.space_id = s.space_id and tt.testimonial_id = s.id and tt.tag_id = any (tags)))
			order by s.is_pinned desc, s.approved_at desc, s.id desc limit most + 1) f) p;
	end if;
end
$$;

grant execute on function private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int)
	to anon, authenticated, service_role;
