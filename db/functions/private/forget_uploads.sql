-- Deletes uploads that were never sent: their tokens end after 24 hours.
create or replace function private.forget_uploads() returns void
language plpgsql volatile set search_path = '' as $$
declare
	gone text[];
begin
	with forgotten as (
		delete from private.recording_uploads u where u.created_at < now() - interval '25 hours' returning u.id, u.used_at
	), deleted as (
		delete from storage.objects o using forgotten f
		where f.used_at is null and o.bucket_id = 'recordings' and o.name = 'unsent/' || f.id
		returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
end
$$;

alter function private.forget_uploads() owner to product_door;
