-- Adds what a node has counted today: [{kind, slug, wall_id, number}], kind `form_views`, `starts`, `wall_views` (both by slug) or
-- `embed_views` (by the id of the wall). Addresses of no form or wall are left out, so that invented ones write nothing. Demonstration data
-- also names the day.
create or replace function private.count_daily_views(counted jsonb) returns void
language sql volatile security definer set search_path = '' as $$
	with counted as (
		select c.* from jsonb_to_recordset($1) c (kind text, slug text, wall_id uuid, number int, day date)
	), known as (
		select f.space_id, f.id as form_id, null::uuid as wall_id, c.kind, c.number, coalesce(c.day, (now() at time zone 'UTC')::date) as day
		from counted c join public.forms f on f.slug = c.slug
		where c.kind in ('form_views', 'starts')
		union all
		select w.space_id, null, w.id, c.kind, c.number, coalesce(c.day, (now() at time zone 'UTC')::date)
		from counted c join public.walls w on w.slug = c.slug and w.is_published
		where c.kind = 'wall_views'
		union all
		select w.space_id, null, w.id, c.kind, c.number, coalesce(c.day, (now() at time zone 'UTC')::date)
		from counted c join public.walls w on w.id = c.wall_id and w.is_published
		where c.kind = 'embed_views'
	)
	insert into private.daily_views as d (space_id, day, form_id, wall_id, form_views, starts, wall_views, embed_views)
	select k.space_id, k.day, k.form_id, k.wall_id,
		coalesce(sum(k.number) filter (where k.kind = 'form_views'), 0),
		coalesce(sum(k.number) filter (where k.kind = 'starts'), 0),
		coalesce(sum(k.number) filter (where k.kind = 'wall_views'), 0),
		coalesce(sum(k.number) filter (where k.kind = 'embed_views'), 0)
	from known k
	group by k.space_id, k.day, k.form_id, k.wall_id
	order by k.space_id, k.day, k.form_id, k.wall_id
	on conflict (space_id, day, form_id, wall_id) do update set
		form_views = d.form_views + excluded.form_views, starts = d.starts + excluded.starts,
		wall_views = d.wall_views + excluded.wall_views, embed_views = d.embed_views + excluded.embed_views
$$;

grant execute on function private.count_daily_views(jsonb) to anon;
