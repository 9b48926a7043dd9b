-- The space that has a form or wall with a slug, or a form that had it, or this id.
create or replace function private.space_of_slug(slug text) returns uuid
language sql stable security definer set search_path = '' as $$
	select coalesce(
		(select coalesce(s.space_id, f.space_id) from private.form_slugs s join public.forms f on f.id = s.form_id where s.slug = $1),
		(select w.space_id from public.walls w where w.slug = $1),
		(select s.id from public.spaces s where s.id::text = $1))
$$;

grant execute on function private.space_of_slug(text) to service_role;
