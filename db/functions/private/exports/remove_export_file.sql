-- Deletes the file of a deleted export.
create or replace function private.remove_export_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	gone text[];
begin
	with deleted as (
		delete from storage.objects o where o.bucket_id = 'exports' and o.name = old.path returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
	return null;
end
$$;
