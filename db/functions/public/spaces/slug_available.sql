-- True when a slug is valid and free for a form and a wall.
create or replace function public.slug_available(slug text) returns boolean
language sql stable security definer set search_path = '' as $$
	select private.slug_problem($1) is null
		and not exists (select from private.form_slugs s where s.slug = $1)
		and not exists (select from public.walls w where w.slug = $1)
$$;

grant execute on function public.slug_available(text) to anon, authenticated, service_role;
