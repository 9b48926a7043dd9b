-- Ends a bulk action or its undo before the last testimonial, for a reason in words. What was changed can still be undone by an editor.
create or replace function private.stop_bulk(space uuid, bulk uuid, problem text) returns void
language sql volatile security definer set search_path = '' as $$
	update public.bulk_jobs b set state = 'stopped', problem = $3, finished_at = coalesce(b.finished_at, now())
	where b.space_id = $1 and b.id = $2 and b.state in ('queued', 'running', 'undoing')
$$;

grant execute on function private.stop_bulk(uuid, uuid, text) to service_role;
