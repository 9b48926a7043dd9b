-- The number of public testimonials of a space, of those that the rules or the ids of a wall select, and of those by stars. `named`
-- leaves out what only the rules select.
create or replace function private.wall_counts(
	space uuid, kinds text[], forms uuid[], tags uuid[], since date, fixed uuid[], named boolean
) returns table (published int, chosen int, one int, two int, three int, four int, five int)
language sql stable security definer rows 1 set search_path = '' as $$
	select count(*)::int,
		count(*) filter (where s.id = any (fixed) or not named
			and (kinds is null or s.kind = any (kinds)) and (forms is null or s.form_id = any (forms))
			and (since is null or s.submitted_at >= since) and (tags is null or s.tag_ids && tags))::int,
		count(*) filter (where s.rating = 1)::int, count(*) filter (where s.rating = 2)::int, count(*) filter (where s.rating = 3)::int,
		count(*) filter (where s.rating = 4)::int, count(*) filter (where s.rating = 5)::int
	from private.shown_testimonials s where s.space_id = space
$$;

alter function private.wall_counts(uuid, text[], uuid[], uuid[], date, uuid[], boolean) owner to product_door;
grant execute on function private.wall_counts(uuid, text[], uuid[], uuid[], date, uuid[], boolean) to anon;
