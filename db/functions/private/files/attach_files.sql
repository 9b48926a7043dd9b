-- Adds the rows for pictures that are already stored: objects of the bucket `photos`, and media unless they are author pictures.
create or replace function private.attach_files(space uuid, testimonial uuid, files jsonb) returns void
language plpgsql volatile set search_path = '' as $$
begin
	insert into storage.objects (id, bucket_id, name, version, metadata)
	select x.object_id, 'photos', x.path, x.version, x.metadata
	from jsonb_to_recordset(files) x (role text, object_id uuid, path text, version text, metadata jsonb)
	where x.role <> 'recording';
	insert into public.media (id, space_id, testimonial_id, kind, path, mime, bytes, width, height, state)
	select x.id, space, testimonial, x.role, x.path, x.mime, x.bytes, x.width, x.height, 'ready'
	from jsonb_to_recordset(files) x (id uuid, role text, path text, mime text, bytes bigint, width int, height int)
	where x.role not in ('avatar', 'recording');
end
$$;
