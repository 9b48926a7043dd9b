-- A part of the walls that search engines may list, each with the open form that its page links to.
create or replace function private.sitemap_walls(part int, most int)
returns table (wall text, form text, changed_at timestamptz)
language sql stable security definer set search_path = '' as $$
	select w.slug, (select f.slug from public.forms f where f.space_id = w.space_id and f.is_open order by f.created_at, f.id limit 1),
		greatest(w.updated_at, (select max(t.approved_at) from public.testimonials t where t.space_id = w.space_id and t.is_public))
	from (select * from public.walls w where w.is_published order by w.id offset $1 * $2::bigint limit $2) w
	where not w.noindex
$$;

grant execute on function private.sitemap_walls(int, int) to anon;
