-- Makes the recording of a testimonial of a complete upload, and queues its processing.
-- `recording` is {id, kind, extension, mime, bytes, cover}: `id` of the upload becomes that of the media row.
create or replace function private.attach_recording(space uuid, testimonial uuid, recording jsonb, replaces uuid default null) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	id uuid := (recording ->> 'id')::uuid;
	kind text := recording ->> 'kind';
	stem text := format('%s/%s/%s', space, testimonial, id);
	original text := format('%s-original.%s', stem, recording ->> 'extension');
begin
	update private.recording_uploads u set used_at = now() where u.space_id = space and u.id = id;
	update storage.objects o set name = original where o.bucket_id = 'recordings' and o.name = 'unsent/' || id;
	insert into public.media (id, space_id, testimonial_id, kind, path, original_path, mime, bytes, cover, state, replaces)
	values (id, space, testimonial, kind, stem || case kind when 'video' then '.mp4' else '.m4a' end, original,
		recording ->> 'mime', (recording ->> 'bytes')::bigint, (recording ->> 'cover')::numeric, 'processing', replaces);
	insert into plaudit.jobs (kind, payload) values ('process_recording', jsonb_build_object('space_id', space, 'media_id', id));
end
$$;
