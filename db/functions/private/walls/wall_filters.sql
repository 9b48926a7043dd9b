-- Lists the filters of a wall's page, with the number of its testimonials: kinds, and tags where the wall names them.
create or replace function private.wall_filters(
	wall uuid, space uuid, kinds text[], forms uuid[], tags uuid[], since date, fixed uuid[], named boolean, most int
) returns table (kind text, tag uuid, name text, found int)
language sql stable security definer rows 10 set search_path = '' as $$
	with chosen as materialized (select * from private.wall_chosen(space, kinds, forms, tags, since, fixed, named, most)),
	allowed as (select w.page_filters from public.walls w where w.id = wall and w.space_id = space and w.is_published)
	select * from (select c.of_kind, null::uuid, null::text, count(*)::int from chosen c
		where exists (select from allowed a where 'kind' = any (a.page_filters)) group by 1) of_kinds
	union all
	select * from (select null::text, t.id, t.name, count(*)::int as number
		from chosen c
		join public.testimonial_tags tt on tt.space_id = space and tt.testimonial_id = c.testimonial_id
		join public.tags t on t.space_id = tt.space_id and t.id = tt.tag_id
		where exists (select from allowed a where 'tag' = any (a.page_filters))
		group by t.id, t.name order by number desc, t.name limit 30) of_tags
$$;

grant execute on function private.wall_filters(uuid, uuid, text[], uuid[], uuid[], date, uuid[], boolean, int)
	to anon, authenticated, service_role;
