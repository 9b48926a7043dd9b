-- Deletes the file of an import.
create or replace function private.remove_import_file(space uuid, import uuid) returns void
language plpgsql volatile set search_path = '' as $$
declare
	gone text[];
begin
	with deleted as (
		delete from storage.objects o where o.bucket_id = 'imports' and o.name = format('%s/%s', space, import) returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
end
$$;
