-- The complete upload that a submission names, until it is sent. `owner` is the form or the testimonial that it was made for.
create or replace function private.upload_to_send(owner uuid, upload uuid) returns table (kind text, version text, bytes bigint, mime text)
language sql stable security definer set search_path = '' as $$
	select u.kind, o.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'mimetype'
	from private.recording_uploads u
	join storage.objects o on o.bucket_id = 'recordings' and o.name = 'unsent/' || u.id
	where u.id = $2 and coalesce(u.form_id, u.testimonial_id) = $1 and u.used_at is null
$$;

alter function private.upload_to_send(uuid, uuid) owner to product_door;
grant execute on function private.upload_to_send(uuid, uuid) to anon;
