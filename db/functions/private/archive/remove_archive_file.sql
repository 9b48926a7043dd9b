-- Deletes the file of an archive that has ended, or whose row was removed.
create or replace function private.remove_archive_file() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	gone text[];
begin
	with deleted as (
		delete from storage.objects o where o.bucket_id = 'archives' and o.name = format('%s/%s', old.user_id, old.id) returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
	return null;
end
$$;
