-- Queues the job that fetches the pictures of an import. One that waits is replaced; one that runs may be about to end, so another is
-- queued beside it.
create or replace function private.queue_import_pictures(space uuid, import uuid) returns void
language sql volatile set search_path = '' as $$
	delete from plaudit.jobs j
	where j.kind = 'fetch_import_pictures' and j.payload ->> 'import_id' = $2::text and (j.attempts = 0 or j.failed_at is not null);
	insert into plaudit.jobs (kind, payload)
	values ('fetch_import_pictures', jsonb_build_object('space_id', $1, 'import_id', $2));
$$;
