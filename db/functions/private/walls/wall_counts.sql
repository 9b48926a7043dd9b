-- The number of public testimonials of a space, of those that the rules or the ids of a wall select, and of those by stars. `named`
-- leaves out what only the rules select. Rules without a tag and a date are counted ahead; others read the rows that they select from.
create or replace function private.wall_counts(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, fixed uuid[], named boolean
) returns table (published int, chosen int, one int, two int, three int, four int, five int)
language sql stable security definer rows 1 set search_path = '' as $$
	with counted as materialized (
		select p.kind, c.form_id, p.rating, p.status, sum(c.number) as number
		from private.counted_testimonials(space) c, private.state_parts(c.state) p where p.is_public group by 1, 2, 3, 4
	), stars as (
		select c.rating, c.number from counted c where c.status = 'approved'
		union all
		-- While an edit waits for moderation, the stars of the approved version are shown.
		select v.rating, 1 from public.testimonials t join public.testimonial_versions v
			on v.space_id = t.space_id and v.testimonial_id = t.id and v.version = t.approved_version
		where t.space_id = space and t.is_public and t.status = 'pending'
	), ruled as (
		select coalesce(sum(c.number), 0) as number from counted c
		where not named and tags is null and since is null
			and (kinds is null or c.kind = any (kinds)) and (forms is null or c.form_id = any (forms))
		union all
		select count(*) from public.testimonials t
		where not named and (tags is not null or since is not null) and t.space_id = space and t.is_public
			and (kinds is null or t.kind = any (kinds)) and (forms is null or t.form_id = any (forms))
			and (since is null or t.submitted_at >= since)
			and (tags is null or exists (select from public.testimonial_tags g
				where g.space_id = space and g.testimonial_id = t.id and g.tag_id = any (tags)))
		union all
		-- Placed ones that the rules do not select.
		select count(*) from public.testimonials t
		where t.space_id = space and t.id = any (fixed) and t.is_public and not coalesce(not named
			and (kinds is null or t.kind = any (kinds)) and (forms is null or t.form_id = any (forms))
			and (since is null or t.submitted_at >= since)
			and (tags is null or exists (select from public.testimonial_tags g
				where g.space_id = space and g.testimonial_id = t.id and g.tag_id = any (tags))), false)
	)
	select (select coalesce(sum(c.number), 0)::int from counted c), (select sum(r.number)::int from ruled r),
		coalesce(sum(s.number) filter (where s.rating = 1), 0)::int, coalesce(sum(s.number) filter (where s.rating = 2), 0)::int,
		coalesce(sum(s.number) filter (where s.rating = 3), 0)::int, coalesce(sum(s.number) filter (where s.rating = 4), 0)::int,
		coalesce(sum(s.number) filter (where s.rating = 5), 0)::int
	from stars s
$$;

grant execute on function private.wall_counts(uuid, text[], uuid[], uuid[], date, uuid[], boolean) to anon;
