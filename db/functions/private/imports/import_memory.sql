-- Tells what an import into a space has to look up: ids of its source, and erased people. A large space has more words than a node should keep
-- in memory. Nothing for callers who may not edit.
create or replace function private.import_memory(space uuid, source text)
returns table (has_ids boolean, has_erased boolean, is_large boolean)
language sql stable security definer set search_path = '' as $$
	select exists (select from private.import_ids i where i.space_id = $1 and i.source = $2) or $2 = 'plaudit',
		exists (select from private.erased e where e.space_id = $1),
		exists (select from public.testimonials t where t.space_id = $1 offset 200000)
	where auth.role() = 'service_role' or $1 = any (private.spaces_as('editor'))
$$;

grant execute on function private.import_memory(uuid, text) to authenticated, service_role;
