-- Deletes what is kept to mend and undo imports once that time is over, and gives up those whose job is gone.
create or replace function private.forget_imports() returns void
language sql volatile security definer set search_path = '' as $$
	update public.import_rows r set cells = null from public.imports i
	where i.space_id = r.space_id and i.id = r.import_id and r.cells is not null and i.finished_at < now() - interval '30 days';
	select private.finish_import(i.space_id, i.id, 'The server could not finish it.') from public.imports i
	where i.state in ('queued', 'running') and i.created_at < now() - interval '4 days';
$$;
