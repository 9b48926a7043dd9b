-- The acting person, as the history records it: the id of a member, `system` or `submitter`.
create or replace function private.actor() returns text language sql stable set search_path = '' as $$
	select coalesce(auth.uid()::text, case when auth.role() = 'service_role' then 'system' else 'submitter' end)
$$;

grant execute on function private.actor() to product_door;
