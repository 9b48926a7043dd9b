-- A published wall without its items.
create or replace function public.public_wall(slug text default null, id uuid default null) returns jsonb
language sql stable security definer set search_path = '' as $$
	select jsonb_build_object(
		'id', w.id, 'space_id', w.space_id, 'slug', w.slug, 'name', w.name, 'layout', w.layout, 'theme', w.theme,
		'selection', w.selection, 'version', w.version, 'updated_at', w.updated_at,
		'page_title', w.page_title, 'page_description', w.page_description, 'noindex', w.noindex,
		'structured_data', w.structured_data, 'page_filters', w.page_filters, 'page_foot', w.page_foot,
		'page_intro', w.page_intro, 'page_summary', w.page_summary,
		'form', (select f.slug from public.forms f where f.space_id = w.space_id and f.is_open order by f.created_at, f.id limit 1),
		'space', jsonb_build_object('id', s.id, 'name', s.name, 'brand', s.brand, 'locale', s.locale))
	from public.walls w
	join public.spaces s on s.id = w.space_id
	where w.is_published and (w.slug = $1 or w.id = $2)
	limit 1
$$;

grant execute on function public.public_wall(text, uuid) to anon, authenticated, service_role;
