-- Keeps with an import, before it ends, what it changed: `facts` is {changes, left_out_cells} of its summary.
create or replace function private.note_import_changes(space uuid, import uuid, facts jsonb) returns void
language sql volatile security definer set search_path = '' as $$
	update public.imports i set summary = coalesce(i.summary, '{}') || $3
	where i.space_id = $1 and i.id = $2 and i.state = 'running'
$$;

grant execute on function private.note_import_changes(uuid, uuid, jsonb) to service_role;
