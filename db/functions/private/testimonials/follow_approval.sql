-- A decision about a testimonial is one about the recording that its submitter replaced.
create or replace function private.follow_approval() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
	perform private.replace_recording(new.space_id, new.id);
	return null;
end
$$;
