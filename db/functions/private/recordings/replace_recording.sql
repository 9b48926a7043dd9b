-- Puts a new recording in place of the former one: at once while nothing of the testimonial is approved, else once a member has approved
-- the new version and the recording is ready.
create or replace function private.replace_recording(space uuid, testimonial uuid) returns void
language plpgsql volatile set search_path = '' as $$
#variable_conflict use_variable
declare
	t record;
	next record;
begin
	select x.status, x.approved_version into t from public.testimonials x where x.space_id = space and x.id = testimonial;
	select m.id, m.state, m.replaces into next from public.media m
	where m.space_id = space and m.testimonial_id = testimonial and m.replaces is not null;
	if not found or t.status = 'pending' and t.approved_version is not null
		or t.status = 'approved' and next.state <> 'ready'
	then
		return;
	end if;
	delete from public.media m where m.space_id = space and m.id = next.replaces;
	update public.media m set replaces = null where m.space_id = space and m.id = next.id;
end
$$;
