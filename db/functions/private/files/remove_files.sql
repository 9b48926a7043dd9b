-- Deletes the rows of all files in a folder, and queues a job that deletes their bytes.
create or replace function private.remove_files(bucket text, folder text) returns void
language plpgsql volatile set search_path = '' as $$
declare
	gone text[];
begin
	with deleted as (
		delete from storage.objects o
		-- "0" follows "/" in byte order.
		where o.bucket_id = bucket and o.name >= folder || '/' and o.name < folder || '0'
		returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
end
$$;
