-- The upload that a submission names, sent or not. `owner` is the form or the testimonial that it was made for.
create or replace function private.upload_to_send(owner uuid, upload uuid)
returns table (kind text, is_used boolean, version text, bytes bigint, mime text)
language sql stable security definer set search_path = '' as $$
	select u.kind, u.used_at is not null, o.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'mimetype'
	from private.recording_uploads u
	left join storage.objects o on o.bucket_id = 'recordings' and o.name = 'unsent/' || u.id
	where u.id = $2 and coalesce(u.form_id, u.testimonial_id) = $1
$$;

grant execute on function private.upload_to_send(uuid, uuid) to anon;
