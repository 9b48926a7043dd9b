-- Removes archives that no one loaded within a day, and rows of a week ago.
create or replace function private.forget_archive_imports() returns void
language sql volatile security definer set search_path = '' as $$
	delete from public.archive_imports a
	where a.created_at < now() - case when a.state in ('done', 'refused') then interval '7 days' else interval '1 day' end
$$;

grant execute on function private.forget_archive_imports() to service_role;
