-- Deletes uploads that were never sent: their tokens end after 24 hours. Files without such an upload go as well: its form or testimonial
-- was deleted, or the token was used again after the recording was sent.
create or replace function private.forget_uploads() returns void
language plpgsql volatile set search_path = '' as $$
declare
	gone text[];
begin
	delete from private.recording_uploads u where u.created_at < now() - interval '25 hours';
	with deleted as (
		delete from storage.objects o
		where o.bucket_id = 'recordings' and o.name >= 'unsent/' and o.name < 'unsent0'
			and not exists (select from private.recording_uploads u where 'unsent/' || u.id = o.name and u.used_at is null)
		returning o.version
	)
	select array_agg(deleted.version) into gone from deleted;
	perform private.remove_versions(gone);
end
$$;
