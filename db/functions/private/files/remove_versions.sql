-- Queues a job that deletes the bytes of deleted files; null queues none.
create or replace function private.remove_versions(versions text[]) returns void
language sql volatile set search_path = '' as $$
	insert into plaudit.jobs (kind, payload)
	select 'remove_files', jsonb_build_object('versions', versions) where versions is not null
$$;
