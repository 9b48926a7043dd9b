-- The testimonials of a wall in its order, up to its limit: those that are placed or named, then those that its rules select. `named`
-- leaves out the latter.
create or replace function private.wall_chosen(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, fixed uuid[], named boolean, most int
) returns table (testimonial_id uuid, of_kind text, place bigint)
language sql stable set search_path = '' as $$
	select s.id, s.kind, row_number() over (order by f.place nulls last, s.is_pinned desc, s.approved_at desc, s.id desc)
	from private.shown_testimonials s
	left join unnest(fixed) with ordinality f(id, place) on f.id = s.id
	where s.space_id = space and (f.id is not null or not named
		and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
		and (since is null or s.submitted_at >= since)
		and (tags is null or exists (select from public.testimonial_tags tt
			where tt.space_id = s.space_id and tt.testimonial_id = s.id and tt.tag_id = any (tags))))
	order by 3 limit most
$$;
