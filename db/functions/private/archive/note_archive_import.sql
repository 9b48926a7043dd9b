-- Notes how many bytes of an archive were read; false when it was stopped.
create or replace function private.note_archive_import(import uuid, done bigint, total bigint) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
	update public.archive_imports a set done_bytes = $2, total_bytes = $3 where a.id = $1 and a.state in ('reading', 'loading');
	return found;
end
$$;

grant execute on function private.note_archive_import(uuid, bigint, bigint) to service_role;
