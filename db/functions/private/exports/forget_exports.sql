-- Removes what was made more than seven days ago, and fails what a job left running.
create or replace function private.forget_exports() returns void
language sql volatile security definer set search_path = '' as $$
	delete from public.exports where created_at < now() - interval '7 days';
	update public.exports e set state = 'failed', problem = 'broken', finished_at = now()
	where e.state in ('queued', 'running') and e.created_at < now() - interval '1 day';
$$;

grant execute on function private.forget_exports() to service_role;
