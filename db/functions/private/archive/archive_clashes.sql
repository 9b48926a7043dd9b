-- Names the parts of an archive that are in this database already: `space` for its id, and slugs of forms (former ones too) and walls.
create or replace function private.archive_clashes(space uuid, forms text[], walls text[]) returns table (kind text, name text)
language sql stable security definer set search_path = '' as $$
	select 'space', s.name from public.spaces s where s.id = $1
	union all
	select 'form', f.slug from private.form_slugs f where f.slug = any ($2)
	union all
	select 'wall', w.slug from public.walls w where w.slug = any ($3)
$$;

grant execute on function private.archive_clashes(uuid, text[], text[]) to service_role;
