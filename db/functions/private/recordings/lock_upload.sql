-- Locks the upload that a submission names until its end; false when it cannot be sent (again) with this form or testimonial.
create or replace function private.lock_upload(owner uuid, upload uuid, kind text) returns boolean
language plpgsql volatile set search_path = '' as $$
begin
	perform from private.recording_uploads u
	where u.id = $2 and coalesce(u.form_id, u.testimonial_id) = $1 and u.kind = $3 and u.used_at is null for update;
	return found and exists (select from storage.objects o where o.bucket_id = 'recordings' and o.name = 'unsent/' || $2);
end
$$;
