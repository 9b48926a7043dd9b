-- Adds the rows of files of an archive, whose bytes are stored already.
create or replace function private.restore_files(space uuid, files jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
	insert into storage.objects (bucket_id, name, version, metadata, created_at, updated_at)
	select x.bucket, x.name, x.version, x.metadata, x.created_at, x.created_at
	from jsonb_to_recordset(files) x (bucket text, name text, version text, metadata jsonb, created_at timestamptz)
	where x.bucket in ('brand', 'photos', 'recordings') and starts_with(x.name, space || '/');
end
$$;

grant execute on function private.restore_files(uuid, jsonb) to service_role;
