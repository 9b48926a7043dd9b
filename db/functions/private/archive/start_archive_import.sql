-- Begins to read an archive of the caller: its row in place of the last one, the row of its file, and the job. `file` is {version, metadata}
-- of bytes that are stored already.
create or replace function private.start_archive_import(import uuid, file_name text, file jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
	me uuid := auth.uid();
begin
	perform pg_advisory_xact_lock(hashtextextended('archives of ' || me, 7268433));
	perform private.require_archive_import();
	delete from public.archive_imports a where a.user_id = me;
	insert into public.archive_imports (id, user_id, file_name, file_bytes)
	values ($1, me, $2, ($3 #>> '{metadata,size}')::bigint);
	insert into storage.objects (bucket_id, name, version, metadata)
	values ('archives', format('%s/%s', me, $1), $3 ->> 'version', $3 -> 'metadata');
	insert into plaudit.jobs (kind, payload) values ('bring_archive', jsonb_build_object('archive_import_id', $1));
end
$$;

grant execute on function private.start_archive_import(uuid, text, jsonb) to authenticated;
