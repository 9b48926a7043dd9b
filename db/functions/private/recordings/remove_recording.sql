-- Deletes the files of a deleted recording.
create or replace function private.remove_recording() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	gone text[];
begin
	with deleted as (
		delete from storage.objects o
		where o.bucket_id = 'recordings' and o.name >= format('%s/%s/%s', old.space_id, old.testimonial_id, old.id)
			-- "g" follows the hexadecimal digits of ids.
			and o.name < format('%s/%s/%sg', old.space_id, old.testimonial_id, old.id)
		returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
	return null;
end
$$;
