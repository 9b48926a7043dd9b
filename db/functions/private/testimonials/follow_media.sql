-- Copies to the testimonial whether all its media are ready.
create or replace function private.follow_media() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
	space uuid := case when tg_op = 'DELETE' then old.space_id else new.space_id end;
	testimonial uuid := case when tg_op = 'DELETE' then old.testimonial_id else new.testimonial_id end;
	ready boolean := (select bool_and(m.state = 'ready') from public.media m
		where m.space_id = space and m.testimonial_id = testimonial and m.replaces is null);
begin
	if tg_op = 'UPDATE' and new.replaces is not null and new.state <> old.state then
		perform private.replace_recording(space, testimonial);
		return null;
	end if;
	update public.testimonials t set media_ready = coalesce(ready, t.kind = 'text')
	where t.space_id = space and t.id = testimonial and t.media_ready <> coalesce(ready, t.kind = 'text');
	return null;
end
$$;
