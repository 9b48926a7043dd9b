-- Pages of walls, in the order of publication, each one walk along an index. What is public is said by
-- private.shown_testimonials; rules only narrow it, and null is no rule. The plans are kept: planning one anew costs
-- more than reading a page.

create function private.wall_page(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, without uuid[],
	back boolean, at_pinned boolean, at_time timestamptz, at_id uuid, most int
) returns table (id uuid, is_pinned boolean, approved_at text, item text)
language plpgsql stable security definer rows 51
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
	if back then
		return query
		select s.id, s.is_pinned, s.approved_at::text, i.item
		from private.shown_testimonials s
		join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
		where s.space_id = space and (s.is_pinned, s.approved_at, s.id) > (at_pinned, at_time, at_id)
			and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
			and (since is null or s.submitted_at >= since) and (without is null or s.id <> all (without))
			and (tags is null or exists (select from public.testimonial_tags tt
				where tt.space_id = s.space_id and tt.testimonial_id = s.id and tt.tag_id = any (tags)))
		order by s.is_pinned, s.approved_at, s.id limit most;
	else
		return query
		select s.id, s.is_pinned, s.approved_at::text, i.item
		from private.shown_testimonials s
		join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
		where s.space_id = space and (s.is_pinned, s.approved_at, s.id) < (at_pinned, at_time, at_id)
			and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
			and (since is null or s.submitted_at >= since) and (without is null or s.id <> all (without))
			and (tags is null or exists (select from public.testimonial_tags tt
				where tt.space_id = s.space_id and tt.testimonial_id = s.id and tt.tag_id = any (tags)))
		order by s.is_pinned desc, s.approved_at desc, s.id desc limit most;
	end if;
end
$$;

-- The first of those placed by hand, in their order.
create function private.wall_named(space uuid, named uuid[], most int)
returns table (id uuid, is_pinned boolean, approved_at text, item text)
language plpgsql stable security definer rows 51
set search_path = '' set plan_cache_mode = 'force_generic_plan' as $$
begin
	return query
	select s.id, s.is_pinned, s.approved_at::text, i.item
	from unnest(named) with ordinality n(id, place)
	join private.shown_testimonials s on s.space_id = space and s.id = n.id
	join private.shown_items i on i.space_id = s.space_id and i.testimonial_id = s.id
	order by n.place limit most;
end
$$;
alter function private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int)
	owner to product_door;
alter function private.wall_named(uuid, uuid[], int) owner to product_door;
grant execute on function
	private.wall_page(uuid, text[], uuid[], uuid[], date, uuid[], boolean, boolean, timestamptz, uuid, int),
	private.wall_named(uuid, uuid[], int)
	to anon, authenticated, service_role;
